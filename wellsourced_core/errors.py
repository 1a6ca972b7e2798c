"""The errors that a user can meet; only the command line turns one into an exit code.

WellsourcedError
├── InputError      a file, a line or an argument is wrong              exit 2
├── ConfigError     a configuration value is wrong                      exit 2
├── BackendError    a search backend, page or service failed            exit 4
├── WriterError     the writer gave no usable draft                     exit 4
└── StorageError    the disk or a database failed                       exit 4
"""

_SHOWN = 200


class WellsourcedError(Exception):
    """One line for a person: the input, what is wrong with it, what to do.

    ``code`` is a stable word for programs, ``exit_code`` what the process ends with.
    """

    code = "error"
    exit_code = 70

    def __init__(self, subject: object, problem: str, remedy: str, *, code: str | None = None) -> None:
        self.subject = shown(str(subject)) or "(empty)"
        self.problem = problem
        self.remedy = remedy
        if code is not None:
            self.code = code
        super().__init__(f"{self.subject}: {problem}: {remedy}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle an error as it is, so that it reads the same in another process."""
        return _again, (type(self), self.args), self.__dict__


class InputError(WellsourcedError):
    """A file, a line of a file or an argument cannot be used as given."""

    code = "bad-input"
    exit_code = 2


class ConfigError(WellsourcedError):
    """A configuration key or value is unknown, of the wrong type or out of range."""

    code = "bad-config"
    exit_code = 2


class BackendError(WellsourcedError):
    """A search backend or another service failed after its retries.

    ``status`` is the HTTP status that was answered, 0 for none; ``gone`` says that what was asked for no longer exists.
    """

    code = "backend-failed"
    exit_code = 4

    def __init__(
        self,
        subject: object,
        problem: str,
        remedy: str,
        *,
        code: str | None = None,
        status: int = 0,
        gone: bool = False,
    ) -> None:
        super().__init__(subject, problem, remedy, code=code)
        self.status, self.gone = status, gone


class WriterError(WellsourcedError):
    """The writer returned no usable draft: cut off, refused, empty or unreachable."""

    code = "writer-failed"
    exit_code = 4


class StorageError(WellsourcedError):
    """The disk or a database failed, or a file changed under us."""

    code = "storage-failed"
    exit_code = 4


def _again(cls: type[WellsourcedError], args: tuple[object, ...]) -> WellsourcedError:
    return cls.__new__(cls, *args)


def shown(text: str, limit: int = _SHOWN) -> str:
    """Return text fit for one line of a terminal: control and invisible characters escaped, cut at limit.

    Everything that is not printable (controls, bidi overrides, zero-width characters, lone surrogates)
    is shown as its escape, so that neither a title nor a path can move the cursor or forge a line.
    """
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    if cut.isprintable():
        return cut
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)
