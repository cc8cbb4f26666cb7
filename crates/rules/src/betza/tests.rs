//! Tests of the Betza parser.

use super::*;

fn destinations(text: &str) -> Vec<(i8, i8)> {
    let movement: Movement = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    let steps = movement.rays.iter().zip(Direction::ALL).filter(|(r, _)| r.slide.capture > 0);
    let mut vectors: Vec<_> =
        steps.map(|(_, direction)| (direction.forward, direction.right)).collect();
    vectors.extend(movement.leaps.iter().map(|leap| (leap.forward, leap.right)));
    vectors.sort_unstable();
    vectors
}

#[test]
fn movements_of_built_in_games_are_parsed() {
    let gold = [(-1, 0), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    assert_eq!(destinations("WfF"), gold);
    assert_eq!(destinations("FfsW"), [(-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);
    assert_eq!(destinations("ffN"), [(2, -1), (2, 1)]);
    assert_eq!(destinations("bFfW"), [(-1, -1), (-1, 1), (1, 0)]);
    let lance: Movement = "fR".parse().unwrap();
    assert_eq!(lance.rays[0].slide, Reach { quiet: 9, capture: 9 });
    assert_eq!(lance.rays[1..], [Ray::default(); 7]);
    let general: Movement = "RFAcpR".parse().unwrap();
    assert_eq!(general.leaps.len(), 4);
    assert_eq!(general.rays[0].hop_one, Reach { quiet: 0, capture: 9 });
    let double: Movement = "mRcp2R3".parse().unwrap();
    assert_eq!(double.rays[0].hop_two, Reach { quiet: 0, capture: 3 });
    assert_eq!(general.rays[1].slide, Reach { quiet: 1, capture: 1 });
    for text in ["WvR", "WsR", "mRcpR", "mBcpB", "BWDcpB", "Q", "BW", "RF"] {
        destinations(text);
    }
}

#[test]
fn direction_letters_select_lines_and_leaps() {
    assert_eq!(destinations("frF"), [(1, 1)]);
    assert_eq!(destinations("rfF"), [(-1, 1), (1, -1), (1, 1)]);
    assert_eq!(destinations("fcrF"), [(-1, 1), (1, -1), (1, 1)], "not adjacent, so not a pair");
    assert_eq!(destinations("fK"), [(1, -1), (1, 0), (1, 1)]);
    assert_eq!(destinations("flK"), [(0, -1), (1, -1), (1, 0)]);
    assert_eq!(destinations("fsN"), [(1, -2), (1, 2)]);
    assert_eq!(destinations("llN"), [(-1, -2), (1, -2)]);
    assert_eq!(destinations("vN").len(), 4);
    assert_eq!(destinations("frN").len(), 6);
    assert_eq!(destinations("fD"), [(2, 0)]);
    assert_eq!(destinations("blA"), [(-2, -2)]);
}

#[test]
fn lame_leaps_go_straight_first() {
    for (text, expected) in [
        ("ffnN", [[(1, 0)].as_slice(), &[(1, 0)]]),
        ("fsnN", [&[(0, 1)], &[(0, -1)]]),
        ("bbnC", [&[(-1, 0), (-2, 0)], &[(-1, 0), (-2, 0)]]),
        ("llnZ", [&[(0, -1), (1, -2)], &[(0, -1), (-1, -2)]]),
        ("lnDnfA", [&[(0, -1)], &[(1, 1)]]),
        ("bnHflnG", [&[(-1, 0), (-2, 0)], &[(1, -1), (2, -2)]]),
    ] {
        let movement: Movement = text.parse().unwrap();
        let paths = movement.leaps.iter().map(|leap| leap.path().collect::<Vec<_>>());
        assert_eq!(paths.take(2).collect::<Vec<_>>(), expected, "{text}");
    }
    // The same leap may be free for one purpose and lame for another.
    let kinds = |text: &str| {
        let movement: Movement = text.parse().unwrap();
        movement.leaps.iter().map(|leap| (leap.quiet, leap.capture, leap.kind)).collect::<Vec<_>>()
    };
    assert_eq!(kinds("fmDncfD"), [(true, false, LeapKind::Free), (false, true, LeapKind::Lame)]);
    assert_eq!(kinds("fmnDncfD"), [(true, true, LeapKind::Lame)]);
}

#[test]
fn errors_report_kind_and_offset() {
    use MovementErrorKind::*;
    let cases = [
        ("", 0, MissingAtom),
        ("WfX", 2, UnknownLetter('X')),
        ("Wf", 2, MissingAtom),
        ("2R", 0, MissingAtom),
        ("mcR", 1, RepeatedMode),
        ("pW", 0, CannotHop('W')),
        ("cpN", 1, CannotHop('N')),
        ("pppR", 2, MisplacedHop),
        ("pfpR", 2, MisplacedHop),
        ("p3R", 1, MisplacedHop),
        ("pp2R", 2, MisplacedHop),
        ("pf2R", 2, MisplacedHop),
        ("p22R", 2, MisplacedHop),
        ("fp2R2", 1, CannotHop('R')),
        ("nfnN", 2, RepeatedLame),
        ("fnR", 1, CannotBeLame('R')),
        ("nW", 0, CannotBeLame('W')),
        ("R0", 1, InvalidRange('0')),
        ("N2", 1, InvalidRange('2')),
        ("R12", 2, MissingAtom),
        ("WW", 1, RepeatedAtom('W')),
        ("fsF", 1, InvalidDirection('s')),
        ("vQ", 0, InvalidDirection('v')),
        ("ffW", 1, RedundantDirection('f')),
        ("vfW", 1, RedundantDirection('f')),
        ("fbvW", 2, RedundantDirection('v')),
        ("W fF", 1, UnknownLetter(' ')),
        ("Wé", 1, UnknownLetter('é')),
    ];
    for (text, offset, kind) in cases {
        let error = text.parse::<Movement>().unwrap_err();
        assert_eq!(error, MovementError { offset, kind }, "{text}");
    }
}
