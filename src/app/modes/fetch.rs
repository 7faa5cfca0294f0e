//! Files that belong to the program: they are in the binary on the desktop, and come from beside the page in a browser, so that
//! the wasm stays small.

#[cfg(not(target_arch = "wasm32"))]
mod embedded;
#[cfg(target_arch = "wasm32")]
mod from_page;

#[cfg(not(target_arch = "wasm32"))]
pub use embedded::EmbeddedFile as Fetch;
#[cfg(target_arch = "wasm32")]
pub use from_page::PageFile as Fetch;
