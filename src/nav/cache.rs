//! Baked ground as bytes, and back, so that it need not be baked each time a level is opened.
//!
//! The bytes hold what baking has measured, as serde and postcard write it; what follows from that is worked out again, by the
//! code that bakes. They are valid for one text of a level, one version of this crate and the profiles for which the level was
//! baked, and for nothing else. They are a header and a section for each grid, so that large ground can be written and read
//! grid by grid, and never has to be in memory twice. A checksum over each section detects damage: four lanes of 64 bits, each
//! multiplied and rotated for every word, as in Y. Collet's xxHash ("xxHash fast digest algorithm", specification, 2016). Any
//! change of a single word is detected. It guards against accidents, not against forgery; but no bytes make the reader panic.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::level::TileMap;
use crate::profile::{AgentProfile, Mutability, PROPERTIES};

use super::baked_ground::StoredGround;
use super::index_preparation::IndexPreparation;
use super::nav_grid::NavGrid;
use super::subgoal::index::SubgoalIndex;

/// What every file of baked ground begins with.
pub(crate) const MAGIC: [u8; 16] = *b"footpath ground\n";

/// Raised whenever the format changes, or the same ground bakes to something else.
const FORMAT: u32 = 7;

/// Bytes: the version, the digest of the level and the number of grids, which follow the magic.
const HEADER: usize = 8 + 8 + 4;

/// Bytes: the key of the profile, the length and the checksum of what follows, before each grid.
const SECTION: usize = 8 + 8 + 8;

/// Ground baked for all profiles of a level.
#[derive(Clone, Debug, Default)]
pub struct BakedSet {
    grids: Vec<NavGrid>,
}

/// What is written of a grid.
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredGrid {
    ground: StoredGround,
    /// The [order](SubgoalIndex::order) of the index, if there is one.
    subgoals: Option<Vec<u32>>,
}

/// Why bytes are not the baked ground that was wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError {
    /// They are something else.
    #[error("it is not baked ground")]
    Foreign,
    /// Another version wrote them.
    #[error("another version of footpath wrote it")]
    Outdated,
    /// Some are missing.
    #[error("its end is missing")]
    Truncated,
    /// They are damaged.
    #[error("it is damaged")]
    Corrupt,
    /// The level is another one, or has changed since.
    #[error("it was baked for another level")]
    OtherLevel,
    /// The profiles differ from those for which the ground was baked.
    #[error("it was baked for other profiles")]
    OtherProfiles,
    /// They cannot be read.
    #[error("reading it failed: {0}")]
    Unreadable(io::ErrorKind),
}

/// A hash of a text or other bytes, different for almost all different bytes.
pub fn digest(bytes: &[u8]) -> u64 {
    const PRIMES: [u64; 4] =
        [0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5];
    let mix = |lane: u64, word: u64| (lane ^ word).wrapping_mul(PRIMES[0]).rotate_left(31);
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let mut lanes = PRIMES;
    let blocks = bytes.chunks_exact(32);
    let rest = blocks.remainder();
    for block in blocks {
        for (lane, bytes) in lanes.iter_mut().zip(block.chunks_exact(8)) {
            *lane = mix(*lane, u64::from_le_bytes(bytes.try_into().unwrap_or_default()));
        }
    }
    let rest = rest.chunks(8).fold(mix(PRIMES[3], bytes.len() as u64), |all, bytes| mix(all, word(bytes)));
    let all = lanes.into_iter().fold(rest, |all, lane| mix(all.wrapping_mul(PRIMES[1]), lane));
    (all ^ all >> 29).wrapping_mul(PRIMES[2]) ^ all >> 32
}

impl BakedSet {
    /// Bakes a map for all these profiles, once for those that walk alike.
    pub fn bake(map: &TileMap, profiles: &[AgentProfile]) -> BakedSet {
        let grids = distinct(map, profiles).into_iter().map(|profile| NavGrid::bake(map, profile)).collect();
        BakedSet { grids }
    }

    /// Grids that are baked already.
    pub(super) fn of(grids: Vec<NavGrid>) -> BakedSet {
        BakedSet { grids }
    }

    /// How many grids it has.
    pub fn len(&self) -> usize {
        self.grids.len()
    }

    /// Whether it has no grids.
    pub fn is_empty(&self) -> bool {
        self.grids.is_empty()
    }

    /// The grid for a profile, given the map for which it was baked; `None` if it was baked for no profile to which the
    /// map [is the same](TileMap::is_same_to).
    pub fn grid(&self, map: &TileMap, profile: &AgentProfile) -> Option<&NavGrid> {
        self.grids.iter().find(|grid| map.is_same_to(grid.profile(), profile))
    }

    /// Takes the grid for a profile out of the set, given the map for which it was baked.
    pub(crate) fn take(&mut self, map: &TileMap, profile: &AgentProfile) -> Option<NavGrid> {
        let at = self.grids.iter().position(|grid| map.is_same_to(grid.profile(), profile))?;
        Some(self.grids.swap_remove(at))
    }

    /// The set as bytes, for the level whose text has this [`digest`].
    pub fn to_bytes(&self, level: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written = Writer::begin(&mut bytes, level, self.len())
            .and_then(|mut writer| self.grids.iter().try_for_each(|grid| writer.add(grid)));
        written.expect("memory can be written");
        bytes
    }

    /// Reads what was [written](BakedSet::to_bytes) for a level, given the digest of its text, its map and its
    /// profiles.
    ///
    /// # Errors
    /// When the bytes are damaged or belong to something else.
    pub fn read(bytes: &[u8], level: u64, map: &TileMap, profiles: &[AgentProfile]) -> Result<BakedSet, CacheError> {
        let mut rest = bytes;
        let take = |count: u64| {
            let taken;
            (taken, rest) = rest.split_at(usize::try_from(count).unwrap_or(usize::MAX).min(rest.len()));
            Ok(Cow::Borrowed(taken))
        };
        read_parts(take, level, map, profiles, &|_| true)
    }

    /// Reads the grids of those profiles that `is_wanted` selects from a file, or from whatever else can be read once; the
    /// rest as [`BakedSet::read`] does. What is not wanted is not in memory at any time, and not checked for damage.
    ///
    /// # Errors
    /// When the bytes are damaged, belong to something else, or cannot be read.
    pub fn read_from(
        mut source: impl Read,
        level: u64,
        map: &TileMap,
        profiles: &[AgentProfile],
        is_wanted: &dyn Fn(&AgentProfile) -> bool,
    ) -> Result<BakedSet, CacheError> {
        let take = |count: u64| {
            let mut taken = Vec::new();
            let read = source.by_ref().take(count).read_to_end(&mut taken);
            read.map_err(|error| CacheError::Unreadable(error.kind()))?;
            Ok(Cow::Owned(taken))
        };
        read_parts(take, level, map, profiles, is_wanted)
    }
}

/// Writes ground grid by grid, so that each can be forgotten before the next one is baked.
pub struct Writer<'a> {
    out: &'a mut dyn Write,
}

impl Writer<'_> {
    /// Begins with what stands before as many grids, for the level whose text has this [`digest`].
    ///
    /// # Errors
    /// What writing says.
    pub fn begin(out: &mut dyn Write, level: u64, grids: usize) -> io::Result<Writer<'_>> {
        let mut header = MAGIC.to_vec();
        header.extend(version().to_le_bytes());
        header.extend(level.to_le_bytes());
        header.extend((grids as u32).to_le_bytes());
        out.write_all(&header)?;
        Ok(Writer { out })
    }

    /// Writes one more grid: of all those that [`BakedSet::bake`] makes, in their order.
    ///
    /// # Errors
    /// What writing says.
    pub fn add(&mut self, grid: &NavGrid) -> io::Result<()> {
        let subgoals = grid.index().map(SubgoalIndex::order);
        let stored = StoredGrid { ground: StoredGround::of(grid), subgoals };
        let bytes = postcard::to_allocvec(&stored).map_err(io::Error::other)?;
        let head = [key(grid.profile()), bytes.len() as u64, digest(&bytes)].map(u64::to_le_bytes).concat();
        self.out.write_all(&head)?;
        self.out.write_all(&bytes)
    }
}

/// Reads a set; `take` gives the next bytes, fewer than it is asked for at their end.
fn read_parts<'a>(
    mut take: impl FnMut(u64) -> Result<Cow<'a, [u8]>, CacheError>,
    level: u64,
    map: &TileMap,
    profiles: &[AgentProfile],
    is_wanted: &dyn Fn(&AgentProfile) -> bool,
) -> Result<BakedSet, CacheError> {
    let magic = take(MAGIC.len() as u64)?;
    if magic.is_empty() || *magic != MAGIC[..magic.len()] {
        return Err(CacheError::Foreign);
    }
    let mut whole = |count: u64| {
        let bytes = take(count)?;
        if (bytes.len() as u64) < count { Err(CacheError::Truncated) } else { Ok(bytes) }
    };
    let header = whole(HEADER as u64)?;
    if number(&header, 0) != version() {
        return Err(CacheError::Outdated);
    }
    if number(&header, 1) != level {
        return Err(CacheError::OtherLevel);
    }
    let distinct = distinct(map, profiles);
    if number(&header, 2) != distinct.len() as u64 {
        return Err(CacheError::OtherProfiles);
    }
    let mut grids = Vec::with_capacity(distinct.len());
    for profile in distinct {
        let head = whole(SECTION as u64)?;
        let [key_of_profile, length, checksum] = [0, 1, 2].map(|place| number(&head, place));
        if key_of_profile != key(profile) {
            return Err(CacheError::OtherProfiles);
        }
        let is_wanted = profiles.iter().any(|other| is_wanted(other) && map.is_same_to(profile, other));
        let bytes = whole(length)?;
        if !is_wanted {
            continue;
        }
        if digest(&bytes) != checksum {
            return Err(CacheError::Corrupt);
        }
        grids.push(read_grid(&bytes, map, profile).ok_or(CacheError::Corrupt)?);
    }
    if whole(1).is_ok() { Err(CacheError::Corrupt) } else { Ok(BakedSet { grids }) }
}

/// The number at a place of a list of little-endian ones of eight bytes, of which the last may have fewer.
fn number(bytes: &[u8], place: usize) -> u64 {
    let number = bytes[8 * place..].iter().take(8);
    number.rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The grid of a section, whose checksum is right; `None` where it is not one of this map all the same.
fn read_grid(bytes: &[u8], map: &TileMap, profile: &AgentProfile) -> Option<NavGrid> {
    let (stored, rest): (StoredGrid, &[u8]) = postcard::take_from_bytes(bytes).ok()?;
    let (ground, changed) = rest.is_empty().then(|| stored.ground.ground(map, profile))??;
    let mut grid = NavGrid::of(ground, &changed);
    if let Some(order) = stored.subgoals {
        let index = IndexPreparation::in_order(&grid, &order)?.finish(&grid)?;
        grid.adopt_index(Arc::new(index));
    }
    Some(grid)
}

/// The version of the crate and of the format.
fn version() -> u64 {
    digest(env!("CARGO_PKG_VERSION").as_bytes()) ^ u64::from(FORMAT)
}

/// One profile of each group to which a map is the same.
pub(super) fn distinct<'p>(map: &TileMap, profiles: &'p [AgentProfile]) -> Vec<&'p AgentProfile> {
    let mut distinct: Vec<&AgentProfile> = Vec::new();
    for profile in profiles {
        if !distinct.iter().any(|known| map.is_same_to(known, profile)) {
            distinct.push(profile);
        }
    }
    distinct
}

/// A hash of how a profile walks.
fn key(profile: &AgentProfile) -> u64 {
    let mut bytes = Vec::new();
    let decisive = PROPERTIES.iter().filter(|property| property.change == Mutability::Bake);
    for value in decisive.filter_map(|property| property.value(profile)).chain([profile.speed]) {
        bytes.extend(value.to_bits().to_le_bytes());
    }
    let areas = &profile.areas;
    bytes.extend(areas.mask.to_le_bytes());
    for &(area, cost) in &areas.costs {
        bytes.push(area.0);
        bytes.extend(cost.to_bits().to_le_bytes());
    }
    for name in profile.abilities.iter().chain(&profile.team) {
        bytes.extend((name.len() as u32).to_le_bytes());
        bytes.extend_from_slice(name.as_bytes());
    }
    digest(&bytes)
}
