//! What can be set about a search, and what each setting turns to.

use footpath::nav::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method, Mistake, Textbook};

use footpath::sentences::algorithms::title;

/// The weights that the panel offers.
const WEIGHTS: [f64; 9] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, f64::INFINITY];

/// One thing about a method that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Algorithm,
    Heuristic,
    Weight,
    Neighbours,
    Corners,
    Diagonal,
    Smooth,
    Textbook,
    Mistake,
}

impl Setting {
    /// Every one, in the order of the panel.
    pub const ALL: [Setting; 9] = [
        Setting::Algorithm,
        Setting::Heuristic,
        Setting::Weight,
        Setting::Neighbours,
        Setting::Corners,
        Setting::Diagonal,
        Setting::Smooth,
        Setting::Textbook,
        Setting::Mistake,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Algorithm => "Search",
            Setting::Heuristic => "Heuristic",
            Setting::Weight => "Weight",
            Setting::Neighbours => "Neighbours",
            Setting::Corners => "Corners",
            Setting::Diagonal => "Diagonal",
            Setting::Smooth => "Path",
            Setting::Textbook => "Textbook",
            Setting::Mistake => "Mistake",
        }
    }

    /// How a method has it, in a word or two.
    pub fn value(self, method: &Method) -> String {
        match self {
            Setting::Algorithm => title(method.algorithm),
            Setting::Heuristic => method.heuristic.name(),
            Setting::Weight if method.weight.is_infinite() => "∞",
            Setting::Weight => return method.weight.to_string(),
            Setting::Neighbours => method.connectivity.name(),
            Setting::Corners => match method.corners {
                CornerRule::Never => "never cut",
                CornerRule::OneFree => "one side free",
                CornerRule::Always => "always cut",
            },
            Setting::Diagonal => match method.diagonal {
                DiagonalCost::Exact => "1.414",
                DiagonalCost::TenFourteen => "1.4",
            },
            Setting::Smooth => {
                if method.smooth {
                    "pulled straight"
                } else {
                    "as found"
                }
            }
            Setting::Mistake => return method.mistake.name().replace('-', " "),
            Setting::Textbook => match method.textbook {
                Textbook::Off => "off",
                Textbook::Oldest => "oldest first",
                Textbook::Newest => "newest first",
                Textbook::LeastH => "least h first",
            },
        }
        .to_owned()
    }

    /// Whether it makes a difference to a method.
    pub fn counts(self, method: &Method) -> bool {
        let algorithm = method.algorithm;
        match self {
            Setting::Algorithm | Setting::Smooth => true,
            Setting::Heuristic => algorithm.uses_heuristic(),
            Setting::Weight => algorithm == Algorithm::WeightedAStar,
            Setting::Mistake => method.is_textbook(),
            Setting::Textbook => Method { textbook: Textbook::Oldest, ..*method }.is_textbook(),
            Setting::Neighbours => algorithm != Algorithm::AnyAngle,
            Setting::Corners | Setting::Diagonal => {
                method.connectivity == Connectivity::Eight && algorithm != Algorithm::AnyAngle
            }
        }
    }

    /// The method with the next value of it, or the one before; after the last comes the first.
    pub fn turn(self, method: Method, forward: bool) -> Method {
        match self {
            Setting::Algorithm => Method { algorithm: beside(&Algorithm::ALL, method.algorithm, forward), ..method },
            Setting::Heuristic => Method { heuristic: beside(&Heuristic::ALL, method.heuristic, forward), ..method },
            Setting::Weight => Method { weight: beside(&WEIGHTS, method.weight, forward), ..method },
            Setting::Neighbours => {
                Method { connectivity: beside(&Connectivity::ALL, method.connectivity, forward), ..method }
            }
            Setting::Corners => Method { corners: beside(&CornerRule::ALL, method.corners, forward), ..method },
            Setting::Diagonal => Method { diagonal: beside(&DiagonalCost::ALL, method.diagonal, forward), ..method },
            Setting::Smooth => Method { smooth: !method.smooth, ..method },
            Setting::Mistake => Method { mistake: beside(&Mistake::ALL, method.mistake, forward), ..method },
            Setting::Textbook => Method { textbook: beside(&Textbook::ALL, method.textbook, forward), ..method },
        }
    }
}

/// The value that stands beside another in a list whose end meets its beginning; the first for one that is not in it.
fn beside<T: Copy + PartialEq>(all: &[T], present: T, forward: bool) -> T {
    let Some(index) = all.iter().position(|one| *one == present) else { return all[0] };
    all[(index + if forward { 1 } else { all.len() - 1 }) % all.len()]
}

/// How is searched, in a few words: the algorithm, and of its settings those that count for it and are not as usual.
pub fn in_short(method: &Method) -> String {
    let usual = Method::default();
    let words = |setting: Setting| match setting {
        Setting::Algorithm => Some(title(method.algorithm).to_owned()),
        Setting::Weight if method.weight.is_infinite() => Some("greedy".to_owned()),
        Setting::Weight => Some(format!("x {}", method.weight)),
        Setting::Heuristic => (method.heuristic != usual.heuristic).then(|| setting.value(method)),
        Setting::Neighbours => (method.connectivity != usual.connectivity).then(|| "4 neighbours".to_owned()),
        Setting::Corners => (method.corners != usual.corners)
            .then(|| if method.corners == CornerRule::Always { "cuts corners" } else { "passes corners" }.to_owned()),
        Setting::Diagonal => (method.diagonal != usual.diagonal).then(|| format!("diagonal {}", setting.value(method))),
        Setting::Smooth => method.smooth.then(|| setting.value(method)),
        Setting::Mistake => (!method.mistake.is_none()).then(|| setting.value(method)),
        Setting::Textbook => method.is_textbook().then(|| "as printed".to_owned()),
    };
    let counted = Setting::ALL.into_iter().filter(|setting| setting.counts(method));
    counted.filter_map(words).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_method_the_unusual_is_told() {
        let weighted =
            Method { algorithm: Algorithm::WeightedAStar, heuristic: Heuristic::Manhattan, ..Method::default() };
        assert_eq!(in_short(&weighted), "Weighted A*, manhattan, x 2");
        let four = Method { algorithm: Algorithm::Dijkstra, connectivity: Connectivity::Four, ..weighted };
        assert_eq!(in_short(&four), "Dijkstra, 4 neighbours");
        let classic = Method { algorithm: Algorithm::AStar, diagonal: DiagonalCost::TenFourteen, ..Method::default() };
        assert_eq!(in_short(&classic), "A*, diagonal 1.4");
        assert_eq!(in_short(&Method { diagonal: DiagonalCost::Exact, ..classic }), "A*");
    }

    #[test]
    fn every_setting_comes_round_in_both_directions() {
        for setting in Setting::ALL {
            for forward in [true, false] {
                let (mut method, mut seen) = (Method::default(), Vec::new());
                loop {
                    seen.push(setting.value(&method));
                    method = setting.turn(method, forward);
                    if method == Method::default() {
                        break;
                    }
                }
                let known = seen.len();
                seen.sort();
                seen.dedup();
                assert!(known > 1 && seen.len() == known, "{setting:?}: {seen:?}");
            }
        }
    }

    #[test]
    fn turning_back_undoes_a_turn() {
        for setting in Setting::ALL {
            let method = setting.turn(setting.turn(Method::default(), true), false);
            assert_eq!(method, Method::default(), "{setting:?}");
        }
    }

    #[test]
    fn a_weight_of_a_level_that_the_panel_has_not_is_shown_and_left() {
        let method = Method { weight: 1.25, ..Method::default() };
        assert_eq!(Setting::Weight.value(&method), "1.25");
        assert_eq!(Setting::Weight.turn(method, true).weight, WEIGHTS[0]);
    }
}
