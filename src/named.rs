//! Enums whose variants have names, for levels, flags and messages.

/// Makes an enum of each entry: its variants with the name of each, in the order in which they are listed.
macro_rules! named {
    ($($(#[$about:meta])* $scope:vis enum $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* })*) => {$(
        $(#[$about])*
        $scope enum $type { $($(#[$doc])* $variant),* }

        impl $type {
            /// The names of all of them, in the same order.
            pub const NAMES: [&str; [$($name),*].len()] = [$($name),*];

            /// All of them.
            pub const ALL: [$type; $type::NAMES.len()] = [$($type::$variant),*];

            /// Its name in levels, flags and messages.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name),* }
            }

            /// The one of this name.
            pub fn named(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|known| known.name() == name)
            }
        }
    )*};
}

pub(crate) use named;
