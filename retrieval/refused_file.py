"""Why a document cannot be read, told by the process that tried."""

from __future__ import annotations


class RefusedFileError(ValueError):
    """The file is encrypted, broken or not what its name says; the message completes "the file ..."."""
