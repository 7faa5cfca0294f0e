//! The flags that say how to search, shared by all commands that search.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, DiagonalCost, Guarantee, Heuristic, Method, Mistake, Textbook,
};

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How to search")]
pub struct MethodFlags {
    /// The search; `auto` is the fastest one that is exact for this map and query
    #[arg(long, value_name = "NAME", value_parser = named(&Algorithm::ALL, Algorithm::name))]
    pub algorithm: Option<Algorithm>,
    /// How the rest of the cost is estimated
    #[arg(long, value_name = "NAME", value_parser = named(&Heuristic::ALL, Heuristic::name))]
    pub heuristic: Option<Heuristic>,
    /// For weighted-a-star, the weight of the estimate (H : G): 0 is Dijkstra's search, 1 is A*, `inf` is greedy
    /// [default: 2]
    #[arg(long, value_name = "W", value_parser = weight, allow_negative_numbers = true)]
    pub weight: Option<f64>,
    /// How many neighbours a cell has
    #[arg(long, value_name = "N", value_parser = named(&Connectivity::ALL, Connectivity::name))]
    pub connectivity: Option<Connectivity>,
    /// When a diagonal step may pass the corner of a wall; agents walk by `never` only
    #[arg(long, value_name = "RULE", value_parser = named(&CornerRule::ALL, CornerRule::name))]
    pub corners: Option<CornerRule>,
    /// The cost of a diagonal step: the square root of 2, or the classic 14 to a straight step's 10
    #[arg(long, value_name = "COST", value_parser = named(&DiagonalCost::ALL, DiagonalCost::name))]
    pub diagonal: Option<DiagonalCost>,
    /// How many expansions ida-star makes before it gives up [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub expansion_limit: Option<u32>,
    /// Pull the path straight, as far as clearance and cost allow
    #[arg(long)]
    pub smooth: bool,
    /// Search as textbooks print it (dijkstra, a-star, weighted-a-star, greedy, breadth-first): every move is tried, and
    /// where no goal can be reached the open list runs empty. The order says which of equal cells comes first [default:
    /// oldest]
    #[arg(long, value_name = "ORDER", num_args = 0..=1, require_equals = true, default_missing_value = "oldest",
        value_parser = named(&Textbook::ALL, Textbook::name))]
    pub textbook: Option<Textbook>,
    /// With --textbook, a mistake that is often made where a search is written by hand
    #[arg(long, value_name = "NAME", value_parser = named(&Mistake::ALL, Mistake::name))]
    pub mistake: Option<Mistake>,
}

impl MethodFlags {
    /// Returns `method` with the flags that were given in place of its own settings.
    pub fn applied_to(&self, method: Method) -> Method {
        Method {
            algorithm: self.algorithm.unwrap_or(method.algorithm),
            heuristic: self.heuristic.unwrap_or(method.heuristic),
            weight: self.weight.unwrap_or(method.weight),
            connectivity: self.connectivity.unwrap_or(method.connectivity),
            corners: self.corners.unwrap_or(method.corners),
            diagonal: self.diagonal.unwrap_or(method.diagonal),
            expansion_limit: self.expansion_limit.unwrap_or(method.expansion_limit),
            smooth: self.smooth || method.smooth,
            textbook: self.textbook.unwrap_or(method.textbook),
            mistake: self.mistake.unwrap_or(method.mistake),
        }
    }
}

/// Returns a parser of one of several names; clap lists them all and suggests the nearest.
fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let find = move |text: String| all.iter().copied().find(|&value| name(value) == text);
    PossibleValuesParser::new(all.iter().map(move |&value| name(value)))
        .map(move |text| find(text).expect("clap lets only these names through"))
}

fn weight(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(weight) if weight >= 0.0 => Ok(weight),
        _ => Err("expected a number from 0, such as 1.5, or `inf` for greedy".to_owned()),
    }
}

/// Returns a guarantee in words.
pub fn in_words(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Shortest => "shortest".to_owned(),
        Guarantee::ShortestBySteps => "no longer than any path from cell to cell".to_owned(),
        Guarantee::AtMost(factor) => format!("not guaranteed shortest (costs at most {factor:.2} times as much)"),
        Guarantee::None => "not guaranteed shortest".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_not_negative() {
        assert_eq!(weight("1.5"), Ok(1.5));
        assert_eq!(weight("inf"), Ok(f64::INFINITY));
        for wrong in ["-1", "NaN", "", "two"] {
            assert!(weight(wrong).is_err(), "{wrong}");
        }
    }
}
