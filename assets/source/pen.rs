//! A pen over one part of a picture: the few strokes that all our pictures are made of.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Point, RadialGradient, Rect,
    Shader, SpreadMode, Stroke, StrokeDash, Transform,
};

/// The dark of outlines and shadows.
pub const INK: u32 = 0x282b44;
/// The light of outlines and highlights.
pub const PAPER: u32 = 0xfbf6ea;

/// A colour as 0xRRGGBB with an opacity.
pub fn color(rgb: u32, opacity: f32) -> Color {
    let channel = |shift: u32| (rgb >> shift & 0xff) as f32 / 255.0;
    Color::from_rgba(channel(16), channel(8), channel(0), opacity).expect("channels lie between 0 and 1")
}

/// Draws into the part of a picture whose upper left corner it was given.
pub struct Pen<'a> {
    picture: &'a mut Pixmap,
    transform: Transform,
}

impl<'a> Pen<'a> {
    /// A pen whose (0, 0) is at (x, y) of the picture.
    pub fn at(picture: &'a mut Pixmap, x: f32, y: f32) -> Pen<'a> {
        Pen { picture, transform: Transform::from_translate(x, y) }
    }

    /// A pen over the whole picture that counts in `size` units from side to side.
    pub fn scaled(picture: &'a mut Pixmap, size: f32) -> Pen<'a> {
        let scale = picture.width() as f32 / size;
        Pen { picture, transform: Transform::from_scale(scale, scale) }
    }

    /// Fills a shape.
    pub fn fill(&mut self, shape: &Path, color: Color) {
        self.fill_with(shape, Shader::SolidColor(color));
    }

    /// Draws along a shape, with round ends and corners.
    pub fn stroke(&mut self, shape: &Path, width: f32, color: Color) {
        self.stroke_with(shape, width, color, None);
    }

    /// Draws along a shape in strokes and gaps of these lengths.
    pub fn dashes(&mut self, shape: &Path, width: f32, color: Color, lengths: [f32; 2], offset: f32) {
        self.stroke_with(shape, width, color, StrokeDash::new(lengths.to_vec(), offset));
    }

    /// Draws along a shape in a colour with a light edge and a dark one around it, so that it is
    /// seen on any ground.
    pub fn outlined(&mut self, shape: &Path, width: f32, color_of_line: Color) {
        self.stroke(shape, width + 14.0, color(INK, 0.30));
        self.stroke(shape, width + 9.0, color(PAPER, 1.0));
        self.stroke(shape, width, color_of_line);
    }

    /// A disc that fades out: full up to `from`, gone at `to`.
    pub fn soft_disc(&mut self, (x, y): (f32, f32), from: f32, to: f32, (rgb, opacity): (u32, f32)) {
        let middle = from + 0.5 * (to - from);
        let stops = vec![
            GradientStop::new(0.0, color(rgb, opacity)),
            GradientStop::new(from / to, color(rgb, opacity)),
            GradientStop::new(middle / to, color(rgb, 0.5 * opacity)),
            GradientStop::new(1.0, color(rgb, 0.0)),
        ];
        let centre = Point::from_xy(x, y);
        let gradient = RadialGradient::new(centre, 0.0, centre, to, stops, SpreadMode::Pad, Transform::identity());
        self.fill_with(&circle(x, y, to), gradient.expect("a gradient of four stops"));
    }

    fn fill_with(&mut self, shape: &Path, shader: Shader) {
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        self.picture.fill_path(shape, &paint, FillRule::Winding, self.transform, None);
    }

    fn stroke_with(&mut self, shape: &Path, width: f32, color: Color, dash: Option<StrokeDash>) {
        let paint = Paint { shader: Shader::SolidColor(color), anti_alias: true, ..Paint::default() };
        let stroke = Stroke { width, dash, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.picture.stroke_path(shape, &paint, &stroke, self.transform, None);
    }
}

/// A circle.
pub fn circle(x: f32, y: f32, radius: f32) -> Path {
    ellipse(x, y, radius, radius)
}

/// An ellipse with these half axes.
pub fn ellipse(x: f32, y: f32, across: f32, down: f32) -> Path {
    let bounds = Rect::from_ltrb(x - across, y - down, x + across, y + down).expect("an ellipse has a size");
    PathBuilder::from_oval(bounds).expect("an ellipse has a size")
}

/// A line through points.
pub fn line(points: &[(f32, f32)]) -> Path {
    through(points, false)
}

/// A closed shape with these corners.
pub fn polygon(points: &[(f32, f32)]) -> Path {
    through(points, true)
}

/// A rectangle with rounded corners.
pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Path {
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.quad_to(right, y, right, y + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.quad_to(x, bottom, x, bottom - radius);
    path.line_to(x, y + radius);
    path.quad_to(x, y, x + radius, y);
    path.close();
    path.finish().expect("a path with corners")
}

/// A curve from one point to another, drawn towards a third.
pub fn curve(from: (f32, f32), towards: (f32, f32), to: (f32, f32)) -> Path {
    let mut path = PathBuilder::new();
    path.move_to(from.0, from.1);
    path.quad_to(towards.0, towards.1, to.0, to.1);
    path.finish().expect("a path of one curve")
}

/// A part of a circle, in degrees clockwise from the right.
pub fn arc(x: f32, y: f32, radius: f32, from: f32, to: f32) -> Path {
    let steps = 48;
    let points: Vec<(f32, f32)> = (0..=steps)
        .map(|step| (from + (to - from) * step as f32 / steps as f32).to_radians())
        .map(|angle| (x + radius * angle.cos(), y + radius * angle.sin()))
        .collect();
    line(&points)
}

fn through(points: &[(f32, f32)], closed: bool) -> Path {
    let mut path = PathBuilder::new();
    path.move_to(points[0].0, points[0].1);
    points[1..].iter().for_each(|&(x, y)| path.line_to(x, y));
    if closed {
        path.close();
    }
    path.finish().expect("a path of at least two points")
}
