//! What the game says: the words for what agents do, for searches, and for what became of an order.

pub mod agent_words;
pub mod answers;
pub mod cell_words;
pub mod numbers;
pub mod search_words;
