"""Venues in ten spellings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.references.venues import is_preprint_server, is_series, same_venue

SAME = (
    ("CVPR", "2022 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
    ("ICML", "Proceedings of the 39th International Conference on Machine Learning"),
    ("NIPS", "Advances in Neural Information Processing Systems 34"),
    ("KDD", "Proceedings of the 29th ACM SIGKDD Conference on Knowledge Discovery and Data Mining"),
    ("J. Mach. Learn. Res.", "Journal of Machine Learning Research"),
    ("N Engl J Med", "New England Journal of Medicine"),
    ("Proc. Natl. Acad. Sci.", "Proceedings of the National Academy of Sciences"),
    ("Int. J. Comput. Vis.", "International Journal of Computer Vision"),
    ("European journal of pain (London, England)", "European Journal of Pain"),
    ("Dermatitis : contact, atopic, occupational, drug", "Dermatitis"),
    ("ECCV", "Computer Vision – ECCV 2020"),
    ("Thirty-Fifth AAAI Conference on Artificial Intelligence", "AAAI"),
    ("Annals of Insect Behaviour", "Annals of Insect Behaviour"),
)
OTHERS = (
    ("ICML", "NeurIPS"),
    ("Nature", "Nature Communications"),
    ("Machine Learning", "Journal of Machine Learning Research"),
    ("ACL", "NAACL"),
    ("BMC Cancer", "BMC Genomics"),
    ("The Lancet", "The Lancet Oncology"),
    ("Symposium on Imagined Systems", "KDD"),
    ("Journal of Clinical Oncology", "Annals of Oncology"),
    ("IEEE Transactions on Software Engineering", "ICSE"),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_venue_in_several_spellings(one: str, other: str) -> None:
    assert same_venue(one, (other,)) is True
    assert same_venue(other, (one,)) is True


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_two_venues(one: str, other: str) -> None:
    assert same_venue(one, (other,)) is False
    assert same_venue(other, (one,)) is False


def test_a_series_tells_nothing() -> None:
    assert is_series("Lecture Notes in Computer Science")
    assert same_venue("ECCV", ("Lecture Notes in Computer Science",)) is None
    assert same_venue("ECCV", ()) is None
    assert is_preprint_server("arXiv preprint arXiv:2101.00001")
    assert not is_preprint_server("Journal of Archives")


@given(st.text(max_size=60), st.text(max_size=60))
def test_comparing_is_symmetric(one: str, other: str) -> None:
    ours, theirs = same_venue(one, (other,)), same_venue(other, (one,))
    assert ours == theirs or None in (ours, theirs)
