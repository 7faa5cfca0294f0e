//! Searches in words: what they are called, what they do, what they promise.

use footpath::nav::{Algorithm, CornerRule, Guarantee, Method};

/// What people call a search.
pub fn title(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Auto => "Automatic",
        Algorithm::Dijkstra => "Dijkstra",
        Algorithm::AStar => "A*",
        Algorithm::WeightedAStar => "Weighted A*",
        Algorithm::Greedy => "Greedy",
        Algorithm::BreadthFirst => "Breadth-first",
        Algorithm::IdaStar => "IDA*",
        Algorithm::BidirectionalAStar => "Bidirectional A*",
        Algorithm::BidirectionalDijkstra => "Bidirectional Dijkstra",
        Algorithm::JumpPoint => "Jump point",
        Algorithm::AnyAngle => "Any-angle",
        Algorithm::Hierarchical => "Hierarchical",
        Algorithm::FlowField => "Flow field",
    }
}

/// How is searched, in a few words: the algorithm, and of its settings those that matter and are not as usual.
pub fn in_short(method: &Method) -> String {
    let mut words = vec![title(method.algorithm).to_owned()];
    let usual = Method::default();
    let estimates = matches!(
        method.algorithm,
        Algorithm::AStar
            | Algorithm::WeightedAStar
            | Algorithm::Greedy
            | Algorithm::IdaStar
            | Algorithm::BidirectionalAStar
    );
    if method.algorithm == Algorithm::WeightedAStar {
        words.push(if method.weight.is_finite() { format!("x {}", method.weight) } else { "greedy".to_owned() });
    }
    if estimates && method.heuristic != usual.heuristic {
        words.push(method.heuristic.name().to_owned());
    }
    if method.connectivity != usual.connectivity {
        words.push("4 neighbours".to_owned());
    } else if method.corners != usual.corners {
        words.push(if method.corners == CornerRule::Always { "cuts corners" } else { "passes corners" }.to_owned());
    }
    if method.smooth {
        words.push("pulled straight".to_owned());
    }
    words.join(", ")
}

/// What a search does, in a line or two.
pub fn about(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Auto => "The fastest search that is exact for this map and question.",
        Algorithm::Dijkstra => "The cheapest cell first, in every direction.",
        Algorithm::AStar => "The cost so far plus the heuristic: an estimate of the rest.",
        Algorithm::WeightedAStar => "A* with a weighted heuristic: faster, but the path may cost more.",
        Algorithm::Greedy => "Follows the heuristic alone, whatever the path costs.",
        Algorithm::BreadthFirst => "The fewest steps first, whatever the ground costs.",
        Algorithm::IdaStar => "Depth first, below a rising bound: memory for one path only.",
        Algorithm::BidirectionalAStar => "A* from both ends, until they have met.",
        Algorithm::BidirectionalDijkstra => "Dijkstra's search from both ends, until they have met.",
        Algorithm::JumpPoint => "A* that skips the cells where there is no choice to make.",
        Algorithm::AnyAngle => "Straight lines in any direction, from corner to corner.",
        Algorithm::Hierarchical => "Between the entrances of chunks first, then inside them.",
        Algorithm::FlowField => "Outward from the goal: a path from every cell, for all agents that go there.",
    }
}

/// What is promised of a path, in words.
pub fn promise(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Shortest => "shortest".to_owned(),
        Guarantee::AtMost(times) => format!("not guaranteed shortest (at most {} times)", factor(times)),
        Guarantee::None => "not guaranteed shortest".to_owned(),
    }
}

/// How many times as much a path may cost, with as many digits as it takes to be more than 1.
fn factor(times: f64) -> String {
    if times < 1.05 { format!("{times:.2}") } else { format!("{times:.1}") }
}

/// The same for a column of a table.
pub fn promise_in_short(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Shortest => "shortest".to_owned(),
        Guarantee::AtMost(times) => format!("at most {} times", factor(times)),
        Guarantee::None => "no promise".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_method_the_unusual_is_told() {
        use footpath::nav::{Connectivity, Heuristic};
        let weighted =
            Method { algorithm: Algorithm::WeightedAStar, heuristic: Heuristic::Manhattan, ..Method::default() };
        assert_eq!(in_short(&weighted), "Weighted A*, x 2, manhattan");
        let four = Method { algorithm: Algorithm::Dijkstra, connectivity: Connectivity::Four, ..weighted };
        assert_eq!(in_short(&four), "Dijkstra, 4 neighbours");
        assert_eq!(in_short(&Method { algorithm: Algorithm::AStar, ..Method::default() }), "A*");
    }

    #[test]
    fn searches_have_names_of_their_own() {
        let mut titles: Vec<_> = Algorithm::ALL.iter().map(|algorithm| title(*algorithm)).collect();
        titles.sort();
        titles.dedup();
        assert_eq!(titles.len(), 13);
    }
}
