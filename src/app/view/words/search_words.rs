//! Searches in words: what they are called, what they do, what they promise.

use footpath::nav::{Algorithm, Guarantee};

/// What people call a search.
pub fn title(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Auto => "Automatic",
        Algorithm::Dijkstra => "Dijkstra",
        Algorithm::AStar => "A*",
        Algorithm::WeightedAStar => "Weighted A*",
        Algorithm::Greedy => "Greedy",
        Algorithm::BreadthFirst => "Breadth-first",
        Algorithm::DepthFirst => "Depth-first",
        Algorithm::IdaStar => "IDA*",
        Algorithm::BidirectionalAStar => "Bidirectional A*",
        Algorithm::BidirectionalDijkstra => "Bidirectional Dijkstra",
        Algorithm::JumpPoint => "Jump point",
        Algorithm::Subgoal => "Subgoals",
        Algorithm::AnyAngle => "Any-angle",
        Algorithm::Hierarchical => "Hierarchical",
        Algorithm::FlowField => "Flow field",
    }
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
        Algorithm::DepthFirst => "On and on along one path; back only where nothing is left to try.",
        Algorithm::IdaStar => "Depth first, below a rising bound: memory for one path only.",
        Algorithm::BidirectionalAStar => {
            "A* from both ends, until they have met. Here to learn from: plain A* is faster on most maps."
        }
        Algorithm::BidirectionalDijkstra => "Dijkstra's search from both ends, until they have met.",
        Algorithm::JumpPoint => "A* that skips the cells where there is no choice to make.",
        Algorithm::Subgoal => "From corner to corner, in an index made when baking; as automatic where there is none.",
        Algorithm::AnyAngle => "Straight lines in any direction, from corner to corner.",
        Algorithm::Hierarchical => "Between the entrances of chunks first, then inside them.",
        Algorithm::FlowField => "Outward from the goal: a path from every cell, for all agents that go there.",
    }
}

/// What is promised of a path, in words.
pub fn promise(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Shortest => "shortest".to_owned(),
        Guarantee::ShortestBySteps => "no longer than any path from cell to cell".to_owned(),
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
        Guarantee::ShortestBySteps => "as A* or less".to_owned(),
        Guarantee::AtMost(times) => format!("at most {} times", factor(times)),
        Guarantee::None => "no promise".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_have_names_of_their_own() {
        let mut titles: Vec<_> = Algorithm::ALL.iter().map(|algorithm| title(*algorithm)).collect();
        titles.sort();
        titles.dedup();
        assert_eq!(titles.len(), Algorithm::ALL.len());
    }
}
