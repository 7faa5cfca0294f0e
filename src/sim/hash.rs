//! The hash of a simulation's state: FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) of all that serde serialises of it.
//!
//! A field of the state is hashed unless it is marked `#[serde(skip)]`: because it follows from other fields, is a
//! cache that equal runs may fill at different times, or makes no difference to the next tick.
//!
//! Replays hold these hashes, so they must be the same in every release: the standard library's hasher does not promise that, and
//! what is derived for it is not there for floats. The method itself is one line here; the rest is what serde asks of a serializer.

use std::fmt;

use serde::ser::{self, Serialize, Serializer};

use crate::sim::Simulation;

impl Simulation {
    /// The hash of everything that can change and on which the next tick depends: the tick, the ground, the agents, the
    /// jobs of planning, the random generator. Runs of the same level, seed and commands have equal hashes in every
    /// tick, on every machine, with any number of threads.
    pub fn state_hash(&self) -> u64 {
        hash_of(self)
    }
}

fn hash_of(value: &impl Serialize) -> u64 {
    let mut hash = Fnv1a(0xcbf2_9ce4_8422_2325);
    value.serialize(&mut hash).expect("every sequence of the state knows its length");
    hash.0
}

/// Hashes values part by part, in order, numbers from the lowest byte up. Variants go by their index; the names of
/// structs, fields and variants do not count.
struct Fnv1a(u64);

impl Fnv1a {
    // One copy: where it stands inline it is the larger part of hashing a struct.
    #[inline(never)]
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn add_length(&mut self, length: Option<usize>) -> Result<(), fmt::Error> {
        self.add(&(length.ok_or(fmt::Error)? as u64).to_le_bytes());
        Ok(())
    }
}

/// The methods for integers.
macro_rules! integers {
    ($($method:ident($type:ty),)*) => {$(
        fn $method(self, value: $type) -> Result<(), fmt::Error> {
            self.add(&value.to_le_bytes());
            Ok(())
        }
    )*};
}

/// The methods for floats: both zeros are one number, and so are all that are not a number.
macro_rules! floats {
    ($($method:ident($type:ty),)*) => {$(
        fn $method(self, value: $type) -> Result<(), fmt::Error> {
            // Adding zero makes the negative zero positive.
            let value = if value.is_nan() { <$type>::NAN } else { value + 0.0 };
            self.add(&value.to_bits().to_le_bytes());
            Ok(())
        }
    )*};
}

impl Serializer for &mut Fnv1a {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    integers! {
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
    }

    floats! {
        serialize_f32(f32),
        serialize_f64(f64),
    }

    fn serialize_bool(self, value: bool) -> Result<(), fmt::Error> {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_char(self, value: char) -> Result<(), fmt::Error> {
        self.serialize_u32(u32::from(value))
    }

    fn serialize_str(self, value: &str) -> Result<(), fmt::Error> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), fmt::Error> {
        self.add_length(Some(value.len()))?;
        self.add(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), fmt::Error> {
        self.serialize_bool(false)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), fmt::Error> {
        self.add(&[1]);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), fmt::Error> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), fmt::Error> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), fmt::Error> {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), fmt::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), fmt::Error> {
        self.add(&index.to_le_bytes());
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, fmt::Error> {
        self.add_length(length)?;
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, fmt::Error> {
        self.serialize_seq(length)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, fmt::Error> {
        self.add(&index.to_le_bytes());
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self, fmt::Error> {
        self.serialize_tuple_variant(name, index, variant, length)
    }
}

/// The traits of what consists of several values: each is hashed as it comes.
macro_rules! in_order {
    ($($trait:ident: $($method:ident($($key:ty)?)),+;)*) => {$(
        impl ser::$trait for &mut Fnv1a {
            type Ok = ();
            type Error = fmt::Error;

            $(fn $method<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Result<(), fmt::Error> {
                value.serialize(&mut **self)
            })+

            fn end(self) -> Result<(), fmt::Error> {
                Ok(())
            }
        }
    )*};
}

in_order! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeMap: serialize_key(), serialize_value();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_hash_alike_whatever_their_bits() {
        assert_eq!(hash_of(&-0.0_f32), hash_of(&0.0_f32));
        assert_eq!(hash_of(&f32::from_bits(0xffc0_0001)), hash_of(&f32::NAN));
        assert_ne!(hash_of(&f32::INFINITY), hash_of(&f32::NAN));
        assert_eq!(hash_of(&7_usize), hash_of(&7_u64));
    }

    #[test]
    fn the_same_bytes_in_other_parts_hash_differently() {
        assert_ne!(hash_of(&[vec![1_u8, 2], vec![3]]), hash_of(&[vec![1_u8], vec![2, 3]]));
        assert_ne!(hash_of(&("ab", "c")), hash_of(&("a", "bc")));
        assert_ne!(hash_of(&Some(0_u8)), hash_of(&None::<u8>));
        assert_ne!(hash_of(&Ok::<u8, u8>(1)), hash_of(&Err::<u8, u8>(1)));
    }

    #[test]
    fn an_empty_hash_is_that_of_the_published_method() {
        assert_eq!(hash_of(&()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash_of(&b'a'), 0xaf63_dc4c_8601_ec8c);
    }
}
