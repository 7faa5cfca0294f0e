//! How many others an agent avoids.

/// How carefully an agent keeps clear of others: of how many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum AvoidanceQuality {
    /// None: it walks through others, and others through it.
    None,
    /// Of the four nearest agents.
    Low,
    /// Of the eight nearest.
    Medium,
    /// Of the sixteen nearest.
    High,
}

impl AvoidanceQuality {
    /// Every quality.
    pub const ALL: [AvoidanceQuality; 4] =
        [AvoidanceQuality::None, AvoidanceQuality::Low, AvoidanceQuality::Medium, AvoidanceQuality::High];

    /// What level files call it.
    ///
    /// ```
    /// assert_eq!(footpath::profile::AvoidanceQuality::High.name(), "high");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            AvoidanceQuality::None => "none",
            AvoidanceQuality::Low => "low",
            AvoidanceQuality::Medium => "medium",
            AvoidanceQuality::High => "high",
        }
    }

    /// The number of others that it avoids: the nearest ones.
    pub fn neighbours(self) -> usize {
        match self {
            AvoidanceQuality::None => 0,
            AvoidanceQuality::Low => 4,
            AvoidanceQuality::Medium => 8,
            AvoidanceQuality::High => 16,
        }
    }
}
