// The scenarios of `footpath crowd` walked by RVO2, measured in the same way: one line for each scenario and seed.
//
//     ./rvo2 [NAME [FIRST END]] [--horizon SECONDS]
//
// NAME is circle-20, crossing-100, hall-4, door-0.9 or open-10000, say. See README.md beside this for how to build it.

#include <RVO.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

using RVO::RVOSimulator;
using RVO::Vector2;

namespace {

const float kTick = 1.0F / 60.0F;
const float kRadius = 0.3F;
const float kPreferredSpeed = 1.5F;
const float kMaximumSpeed = 2.0F;

// Random numbers: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014).
struct Dice {
  std::uint64_t state;

  float between(float low, float high) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    z ^= z >> 31;
    return low + (high - low) * static_cast<float>(z >> 40) / 16777216.0F;
  }
};

// An agent of a scene. It has arrived within `near` of its goal or, where `near` is 0, `past` along `along`.
struct Walker {
  Vector2 start;
  Vector2 goal;
  Vector2 along;
  float near = 0.0F;
  float past = 0.0F;
};

struct Scene {
  std::vector<Walker> walkers;
  // Boxes of wall: lower and upper corner.
  std::vector<std::pair<Vector2, Vector2>> walls;
  float limit = 120.0F;
  // The width of the door at x = 0, in a wall 0.5 thick; 0 where there is none.
  float door = 0.0F;
};

Scene circle(int count) {
  Scene scene;
  const float radius = count <= 20 ? 10.0F : count <= 100 ? 20.0F : 40.0F;
  for (int i = 0; i < count; ++i) {
    const float angle = 6.283185307F * static_cast<float>(i) / static_cast<float>(count);
    const Vector2 start = radius * Vector2(std::cos(angle), std::sin(angle));
    scene.walkers.push_back({start, -start, -start, 0.5F, 0.0F});
  }
  return scene;
}

Vector2 shifted(Vector2 point, Dice &dice) {
  const float x = dice.between(-0.1F, 0.1F);
  return point + Vector2(x, dice.between(-0.1F, 0.1F));
}

Scene crossing(Dice &dice) {
  Scene scene;
  for (const float x : {-1.0F, 1.0F}) {
    for (const float y : {-1.0F, 1.0F}) {
      const Vector2 a(3.25F * x, 3.25F * y), b(40.0F * x, 40.0F * y);
      scene.walls.emplace_back(Vector2(std::min(a.x(), b.x()), std::min(a.y(), b.y())),
                               Vector2(std::max(a.x(), b.x()), std::max(a.y(), b.y())));
    }
  }
  for (const Vector2 along : {Vector2(1, 0), Vector2(-1, 0), Vector2(0, 1), Vector2(0, -1)}) {
    for (int row = 0; row < 5; ++row) {
      for (int lane = -2; lane <= 2; ++lane) {
        const Vector2 side = static_cast<float>(lane) * Vector2(std::fabs(along.y()), std::fabs(along.x()));
        const Vector2 start = shifted(side - (8.0F + static_cast<float>(row)) * along, dice);
        scene.walkers.push_back({start, side + 35.0F * along, along, 0.0F, 8.0F});
      }
    }
  }
  return scene;
}

Scene hall(float width, Dice &dice) {
  Scene scene;
  const float half = 0.5F * width;
  scene.walls.emplace_back(Vector2(-60, half), Vector2(60, half + 1));
  scene.walls.emplace_back(Vector2(-60, -half - 1), Vector2(60, -half));
  const int lanes = static_cast<int>(width / 0.9F);
  for (const float along : {1.0F, -1.0F}) {
    for (int i = 0; i < 50; ++i) {
      const float lane = static_cast<float>(i % lanes) / static_cast<float>(lanes - 1);
      const float y = 0.45F - half + (width - 0.9F) * lane;
      const Vector2 start = shifted(Vector2(-along * (8.0F + 0.9F * static_cast<float>(i / lanes)), y), dice);
      scene.walkers.push_back({start, Vector2(50.0F * along, y), Vector2(along, 0), 0.0F, 8.0F});
    }
  }
  return scene;
}

Scene door(float width, Dice &dice) {
  Scene scene;
  scene.limit = 180.0F;
  scene.door = width;
  scene.walls.emplace_back(Vector2(-0.25F, 0.5F * width), Vector2(0.25F, 12.0F));
  scene.walls.emplace_back(Vector2(-0.25F, -12.0F), Vector2(0.25F, -0.5F * width));
  for (int i = 0; i < 100; ++i) {
    const Vector2 place(-1.75F - 0.9F * static_cast<float>(i / 10), 0.9F * (static_cast<float>(i % 10) - 4.5F));
    const Vector2 start = shifted(place, dice);
    const float x = dice.between(14.0F, 36.0F);
    scene.walkers.push_back({start, Vector2(x, dice.between(-10.0F, 10.0F)), Vector2(1, 0), 0.0F, 4.0F});
  }
  return scene;
}

// One in each square of 2 by 2, each on its way to a random point.
Scene openField(int count, Dice &dice) {
  Scene scene;
  const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  const float side = 2.0F * static_cast<float>(columns) - 1.0F;
  for (int i = 0; i < count; ++i) {
    const Vector2 middle(2.0F * static_cast<float>(i % columns) + 1.0F, 2.0F * static_cast<float>(i / columns) + 1.0F);
    const float x = dice.between(-0.69F, 0.69F), y = dice.between(-0.69F, 0.69F);
    const float goal = dice.between(1.0F, side);
    scene.walkers.push_back({middle + Vector2(x, y), Vector2(goal, dice.between(1.0F, side)), Vector2(1, 0), 0.5F, 0.0F});
  }
  scene.limit = 5.0F;
  return scene;
}

bool hasArrived(const Walker &walker, Vector2 position) {
  return walker.near > 0.0F ? RVO::abs(walker.goal - position) <= walker.near
                            : position * walker.along >= walker.past;
}

// Where a walker heads: through the door where there is one before it, else to its goal.
Vector2 nextCorner(const Scene &scene, const Walker &walker, Vector2 position) {
  const float room = 0.5F * scene.door - kRadius - 0.01F;
  for (const float x : {-0.25F, 0.25F}) {
    if (scene.door > 0.0F && position.x() < x) {
      const float part = (x - position.x()) / (walker.goal.x() - position.x());
      const float y = position.y() + part * (walker.goal.y() - position.y());
      return Vector2(x, std::min(std::max(y, -room), room));
    }
  }
  return walker.goal;
}

// The length of the shortest way until it has arrived.
float shortest(const Scene &scene, const Walker &walker) {
  float length = 0.0F;
  Vector2 position = walker.start;
  while (true) {
    const Vector2 corner = nextCorner(scene, walker, position);
    const Vector2 way = corner - position;
    if (hasArrived(walker, corner)) {
      const float before = (walker.past - position * walker.along) / (way * walker.along);
      return length + (walker.near > 0.0F ? RVO::abs(way) - walker.near : before * RVO::abs(way));
    }
    length += RVO::abs(way);
    position = corner + Vector2(1e-4F, 0.0F);
  }
}

// The depth in the one that it is deepest in, in parts of a diameter.
float deepest(const RVOSimulator &crowd, std::size_t one) {
  float least = 2.0F * kRadius;
  for (std::size_t other = 0; other < crowd.getNumAgents(); ++other) {
    if (other != one) {
      least = std::min(least, RVO::abs(crowd.getAgentPosition(one) - crowd.getAgentPosition(other)));
    }
  }
  return 1.0F - least / (2.0F * kRadius);
}

struct Record {
  Vector2 velocity;
  Vector2 acceleration;
  std::deque<Vector2> lastSecond;
  int stuck = 0;
  float walked = 0.0F;
  int arrived = 0;
  int passed = 0;
};

struct Figures {
  int arrived = 0;
  double last = 0, path = 0, time = 0, overlap = 0, deepest = 0, stuck = 0, jerk = 0, acceleration = 0, flow = 0, micros = 0;
};

void build(RVOSimulator &crowd, const Scene &scene, float horizon) {
  crowd.setTimeStep(kTick);
  crowd.setAgentDefaults(5.0F, 10, horizon, horizon, kRadius, kMaximumSpeed);
  for (const auto &[low, high] : scene.walls) {
    crowd.addObstacle({low, Vector2(high.x(), low.y()), high, Vector2(low.x(), high.y())});
  }
  crowd.processObstacles();
  for (const Walker &walker : scene.walkers) crowd.addAgent(walker.start);
}

double tick(RVOSimulator &crowd, const Scene &scene) {
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < scene.walkers.size(); ++i) {
    const Vector2 position = crowd.getAgentPosition(i);
    const Vector2 corner = nextCorner(scene, scene.walkers[i], position);
    const float left = RVO::abs(corner - position);
    const bool isLast = corner == scene.walkers[i].goal;
    const float speed = isLast ? std::min(kPreferredSpeed, 2.0F * left) : kPreferredSpeed;
    crowd.setAgentPrefVelocity(i, left > 1e-6F ? (speed / left) * (corner - position) : Vector2());
  }
  crowd.doStep();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

// How many pass the door in a second, between the tenth and the ninetieth percentile.
double flow(const std::vector<Record> &records) {
  std::vector<int> passages;
  for (const Record &record : records) {
    if (record.passed > 0) passages.push_back(record.passed);
  }
  std::sort(passages.begin(), passages.end());
  if (passages.size() < 10) return 0.0;
  const std::size_t first = passages.size() / 10, last = std::min(passages.size() - 1, passages.size() * 9 / 10);
  return static_cast<double>(last - first) / (kTick * (passages[last] - passages[first]));
}

Figures walk(const Scene &scene, float horizon, bool isMeasured) {
  RVOSimulator crowd;
  build(crowd, scene, horizon);
  const std::size_t count = scene.walkers.size();
  std::vector<Record> records(count);
  std::vector<double> times;
  Figures figures;
  double agentTicks = 0, overlapped = 0;
  const int limit = static_cast<int>(std::lround(scene.limit / kTick));
  int now = 0;
  while (now < limit && figures.arrived < static_cast<int>(count)) {
    std::vector<Vector2> before(count);
    for (std::size_t i = 0; i < count; ++i) before[i] = crowd.getAgentPosition(i);
    times.push_back(tick(crowd, scene));
    ++now;
    for (std::size_t i = 0; i < count && isMeasured; ++i) {
      Record &record = records[i];
      const Vector2 position = crowd.getAgentPosition(i);
      if (record.passed == 0 && before[i].x() < 0.0F && position.x() >= 0.0F) record.passed = now;
      if (record.arrived > 0) continue;
      const float depth = deepest(crowd, i);
      agentTicks += 1;
      overlapped += depth > 0.01F ? 1 : 0;
      figures.deepest = std::max(figures.deepest, 100.0 * depth);
      const Vector2 acceleration = (crowd.getAgentVelocity(i) - record.velocity) / kTick;
      figures.jerk += RVO::abs(acceleration - record.acceleration) / kTick;
      figures.acceleration = std::max<double>(figures.acceleration, RVO::abs(acceleration));
      record.acceleration = acceleration;
      record.velocity = crowd.getAgentVelocity(i);
      record.walked += RVO::abs(position - before[i]);
      record.lastSecond.push_back(position);
      if (record.lastSecond.size() > 60) {
        const bool isStuck = RVO::abs(record.lastSecond.front() - position) < 0.05F;
        record.stuck = !isStuck ? 0 : record.stuck == 0 ? 60 : record.stuck + 1;
        record.lastSecond.pop_front();
      }
      figures.stuck = std::max<double>(figures.stuck, record.stuck * kTick);
      if (hasArrived(scene.walkers[i], position)) {
        record.arrived = now;
        ++figures.arrived;
        const float way = shortest(scene, scene.walkers[i]);
        figures.path += record.walked / way;
        figures.time += static_cast<double>(now) * kTick * kPreferredSpeed / way;
      }
    }
  }
  const double arrived = std::max(figures.arrived, 1);
  figures.path /= arrived;
  figures.time /= arrived;
  figures.last = now * kTick;
  figures.overlap = 100.0 * overlapped / std::max(agentTicks, 1.0);
  figures.jerk /= std::max(agentTicks, 1.0);
  figures.flow = scene.door > 0.0F ? flow(records) : 0.0;
  std::sort(times.begin(), times.end());
  figures.micros = times[times.size() / 2];
  return figures;
}

Scene sceneNamed(const std::string &name, std::uint64_t seed) {
  Dice dice{seed};
  const std::size_t dash = name.find('-');
  const std::string kind = name.substr(0, dash);
  const double number = std::atof(name.c_str() + (dash == std::string::npos ? name.size() : dash + 1));
  if (kind == "circle") return circle(static_cast<int>(number));
  if (kind == "crossing") return crossing(dice);
  if (kind == "hall") return hall(static_cast<float>(number), dice);
  if (kind == "door") return door(static_cast<float>(number), dice);
  if (kind == "open") return openField(static_cast<int>(number), dice);
  std::fprintf(stderr, "there is no scenario `%s`\n", name.c_str());
  std::exit(2);
}

}  // namespace

int main(int count, char **words) {
  float horizon = 2.0F;
  std::vector<std::string> rest;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(words[i], "--horizon") == 0 && i + 1 < count) {
      horizon = static_cast<float>(std::atof(words[++i]));
    } else {
      rest.emplace_back(words[i]);
    }
  }
  std::vector<std::string> names = {"circle-20", "circle-100", "circle-250", "crossing-100", "hall-4",
                                    "hall-8",    "door-0.9",   "door-1.2",   "door-2.0"};
  if (!rest.empty()) names = {rest[0]};
  const int first = rest.size() == 3 ? std::atoi(rest[1].c_str()) : 0;
  const int end = rest.size() == 3 ? std::atoi(rest[2].c_str()) : 10;
  std::printf("scenario      seed arrived  last s   path   time  overlap  deepest  stuck    jerk  accel   flow   tick us\n");
  for (const std::string &name : names) {
    const bool isMeasured = name.compare(0, 5, "open-") != 0;
    for (int seed = first; seed < end; ++seed) {
      const Figures f = walk(sceneNamed(name, static_cast<std::uint64_t>(seed)), horizon, isMeasured);
      std::printf("%-13s %4d %7d %7.2f %6.3f %6.3f %7.3f%% %7.3f%% %6.2f %7.1f %6.1f %6.2f %9.1f\n", name.c_str(), seed,
                  f.arrived, f.last, f.path, f.time, f.overlap, f.deepest, f.stuck, f.jerk, f.acceleration, f.flow,
                  f.micros);
      std::fflush(stdout);
    }
  }
  return 0;
}
