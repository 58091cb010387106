#include "bound/simplex.hpp"

#include <algorithm>
#include <cmath>

#include "model/target_clones.hpp"

namespace tilerummy {
namespace {

constexpr double kZero = 1e-9, kFeasible = 1e-7, kPivot = 1e-6;
constexpr std::int64_t kUnit = 1 << 24; // prices are rounded to multiples of 1 / kUnit
constexpr int kMaxSteps = 50;          // per row
constexpr int kLook = 8;                // steps between checks of the bound and the clock

// Returns a small deterministic cost for a column. It makes columns without a cost differ, which
// prevents stalling.
double nudge(int column) {
    const std::uint32_t mixed = (std::uint32_t(column) + 1) * 2654435761u;
    return 1e-5 * (1 + (mixed >> 8) / double(1 << 24));
}

constexpr int kAtOnce = 4; // numbers of a row per step

// Subtracts the row *from*, multiplied by *times*, from a row of *width* numbers and returns the
// norm of the result.
TILERUMMY_TARGET_CLONES double subtract(double *row, const double *from, double times, int width) {
    double sums[kAtOnce] = {};
    for (int k = 0; k < width; k += kAtOnce)
        for (int i = 0; i < kAtOnce; ++i) {
            row[k + i] -= times * from[k + i];
            sums[i] += row[k + i] * row[k + i];
        }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

} // namespace

int Simplex::add_row(Bounds bounds) {
    rows_.push_back(bounds);
    return rows() - 1;
}

int Simplex::add_column(Bounds bounds, int cost, const std::vector<std::pair<int, int>> &entries) {
    const int from = int(entries_.size());
    entries_.insert(entries_.end(), entries.begin(), entries.end());
    columns_.push_back({from, int(entries_.size()), cost});
    bounds_.push_back(bounds);
    return columns() - 1;
}

void Simplex::begin() {
    const int n = columns(), m = rows();
    bounds_.insert(bounds_.end(), rows_.begin(), rows_.end());
    basis_.resize(m);
    place_.assign(n + m, -1);
    value_.assign(n + m, 0);
    reduced_.assign(n + m, 0);
    width_ = (m + kAtOnce - 1) / kAtOnce * kAtOnce;
    inverse_.assign(std::size_t(m) * width_, 0);
    weight_.assign(m, 1);
    alphas_.assign(n + m, 0);
    solved_.assign(m, 0);
    for (int i = 0; i < m; ++i) {
        basis_[i] = n + i;
        place_[n + i] = i;
        inverse_[std::size_t(i) * width_ + i] = -1;
    }
    for (int j = 0; j < n; ++j) {
        const auto &column = columns_[j];
        reduced_[j] = nudge(j) - column.cost;
        value_[j] = reduced_[j] >= 0 ? bounds_[j].low : bounds_[j].high;
        for (int e = column.from; e < column.to; ++e)
            value_[n + entries_[e].first] += entries_[e].second * value_[j];
    }
}

void Simplex::bound(int column, Bounds bounds) {
    bounds_[column] = bounds;
    if (place_[column] >= 0) return;
    const double to = std::clamp<double>(value_[column], bounds.low, bounds.high);
    flipped_.assign(1, {column, to - value_[column]});
    flip();
}

bool Simplex::at_low(int variable) const {
    return value_[variable] <= bounds_[variable].low + kZero;
}

// Moves the flipped variables to their opposite bounds and updates the basic variables.
void Simplex::flip() {
    const int n = columns(), m = rows();
    std::vector<double> moved(m, 0);
    for (const auto &[variable, by] : flipped_) {
        value_[variable] += by;
        if (variable >= n) {
            moved[variable - n] -= by;
            continue;
        }
        for (int e = columns_[variable].from; e < columns_[variable].to; ++e)
            moved[entries_[e].first] += entries_[e].second * by;
    }
    for (int k = 0; k < m; ++k) {
        if (moved[k] == 0) continue;
        for (int i = 0; i < m; ++i)
            value_[basis_[i]] -= inverse_[std::size_t(i) * width_ + k] * moved[k];
    }
    flipped_.clear();
}

// Returns the basis position of the variable furthest outside its bounds, or -1 if all variables
// are within their bounds.
int Simplex::leaving() const {
    int worst = -1;
    double most = 0;
    for (int i = 0; i < rows(); ++i) {
        const int variable = basis_[i];
        const double out = std::max(bounds_[variable].low - value_[variable],
                                    value_[variable] - bounds_[variable].high);
        if (out <= kFeasible || out * out <= most * weight_[i]) continue;
        most = out * out / weight_[i];
        worst = i;
    }
    return worst;
}

// Multiplies a row of the inverse basis by the columns of all variables.
void Simplex::find_alphas(const double *row) {
    const int n = columns(), m = rows();
    for (int j = 0; j < n; ++j) {
        if (place_[j] >= 0) continue;
        double sum = 0;
        for (int e = columns_[j].from; e < columns_[j].to; ++e)
            sum += row[entries_[e].first] * entries_[e].second;
        alphas_[j] = sum;
    }
    for (int i = 0; i < m; ++i)
        if (place_[n + i] < 0) alphas_[n + i] = -row[i];
}

// Returns the variable that enters the basis, or -1. Variables are considered in the order that
// their reduced costs reach zero; each one is flipped to its opposite bound until the flips would
// cover *lack*.
int Simplex::entering(double lack, int sign) {
    candidates_.clear();
    for (int j = 0; j < columns() + rows(); ++j) {
        if (place_[j] >= 0 || bounds_[j].low == bounds_[j].high) continue;
        const double alpha = sign * alphas_[j];
        if (std::abs(alpha) < kPivot || (alpha < 0) != at_low(j)) continue;
        const double size = std::abs(alpha);
        candidates_.push_back({std::abs(reduced_[j]) / size, size, j});
    }
    const auto later = [](const Candidate &x, const Candidate &y) {
        if (x.ratio != y.ratio) return x.ratio > y.ratio;
        return x.size != y.size ? x.size < y.size : x.variable > y.variable;
    };
    std::make_heap(candidates_.begin(), candidates_.end(), later);
    flipped_.clear();
    while (!candidates_.empty()) {
        std::pop_heap(candidates_.begin(), candidates_.end(), later);
        const auto [ratio, size, variable] = candidates_.back();
        candidates_.pop_back();
        const auto &bounds = bounds_[variable];
        const double width = bounds.high - bounds.low;
        lack -= size * width;
        if (lack < 0 || candidates_.empty()) return variable;
        flipped_.push_back({variable, at_low(variable) ? width : -width});
    }
    return -1;
}

// Solves the basis equations for a variable's column.
void Simplex::solve_for(int variable) {
    const int n = columns(), m = rows();
    std::fill(solved_.begin(), solved_.end(), 0);
    const auto add = [&](int row, double times) {
        for (int i = 0; i < m; ++i) solved_[i] += inverse_[std::size_t(i) * width_ + row] * times;
    };
    if (variable >= n) return add(variable - n, -1);
    for (int e = columns_[variable].from; e < columns_[variable].to; ++e)
        add(entries_[e].first, entries_[e].second);
}

// Replaces the basic variable of a row by the given variable.
void Simplex::pivot(int row, int variable) {
    const int m = rows();
    double *const pivoted = &inverse_[std::size_t(row) * width_];
    const double size = solved_[row];
    double norm = 0;
    for (int k = 0; k < m; ++k) {
        pivoted[k] /= size;
        norm += pivoted[k] * pivoted[k];
    }
    weight_[row] = norm;
    for (int i = 0; i < m; ++i) {
        const double times = solved_[i];
        if (i == row || std::abs(times) < kZero) continue;
        weight_[i] = subtract(&inverse_[std::size_t(i) * width_], pivoted, times, width_);
    }
    place_[basis_[row]] = -1;
    basis_[row] = variable;
    place_[variable] = row;
}

// Moves the variable at a basis position to its violated bound. Returns false on failure, and sets
// *possible* to false if there is no variable to enter the basis.
bool Simplex::expand(int row, bool &possible) {
    const int leaves = basis_[row];
    const auto &bounds = bounds_[leaves];
    const int sign = value_[leaves] < bounds.low ? 1 : -1;
    const double to = sign > 0 ? bounds.low : bounds.high;
    find_alphas(&inverse_[std::size_t(row) * width_]);
    const int enters = entering(std::abs(to - value_[leaves]), sign);
    if (enters < 0) return possible = false;
    flip();
    solve_for(enters);
    const double alpha = solved_[row];
    if (std::abs(alpha) < kPivot / 2) return false;
    const double by = (value_[leaves] - to) / alpha, price = reduced_[enters] / alpha;
    for (int i = 0; i < rows(); ++i) value_[basis_[i]] -= solved_[i] * by;
    value_[leaves] = to;
    value_[enters] += by;
    for (int j = 0; j < columns() + rows(); ++j)
        if (place_[j] < 0) reduced_[j] -= price * alphas_[j];
    reduced_[enters] = 0;
    reduced_[leaves] = -price;
    pivot(row, enters);
    return true;
}

void Simplex::solve(int enough, Budget::Clock::time_point until) {
    const Budget clock(0, until);
    const int most_steps = kMaxSteps * (rows() + 10);
    most_ = INT32_MAX;
    is_solved_ = false;
    for (int expansion = 1; expansion <= most_steps; ++expansion) {
        if (expansion % kLook == 0) {
            if (clock.late()) break;
            if (objective() < enough) bound_objective(-1, 0, enough);
            if (most_ < enough) return;
        }
        const int row = leaving();
        if (row < 0) {
            is_solved_ = true;
            break;
        }
        const int leaves = basis_[row], sign = value_[leaves] < bounds_[leaves].low ? 1 : -1;
        bool possible = true;
        if (expand(row, possible)) continue;
        if (!possible) return bound_objective(row, sign, enough);
        break;
    }
    bound_objective(-1, 0, enough);
}

// Returns the current bound on the objective, up to rounding errors and nudges.
double Simplex::objective() const {
    double sum = 0;
    for (int j = 0; j < columns() + rows(); ++j)
        if (place_[j] < 0) sum -= reduced_[j] * value_[j];
    return sum;
}

// Computes an upper bound on the objective from the row prices. If the row at a basis position
// cannot be satisfied, raises its price until the bound falls below *enough*.
void Simplex::bound_objective(int row, int sign, int enough) {
    const int n = columns(), m = rows();
    std::vector<double> prices(reduced_.begin() + n, reduced_.end());
    if (row >= 0) {
        const int variable = basis_[row];
        const double lack = std::max(bounds_[variable].low - value_[variable],
                                     value_[variable] - bounds_[variable].high);
        const double times = sign * std::max(0.0, objective() - enough + 2) / lack;
        for (int i = 0; i < m; ++i) prices[i] -= times * inverse_[std::size_t(row) * width_ + i];
    }
    most_ = most_with(prices);
}

std::int64_t Simplex::most_with(const std::vector<double> &prices) const {
    std::vector<std::int64_t> whole(prices.size());
    std::int64_t least = 0; // the minimum sum of the costs
    const auto take = [&](std::int64_t each, const Bounds &bounds) {
        least += each * (each >= 0 ? bounds.low : bounds.high);
    };
    for (std::size_t i = 0; i < prices.size(); ++i) {
        if (!(std::abs(prices[i]) < 1e6)) return INT32_MAX;
        whole[i] = std::llround(prices[i] * kUnit);
        take(whole[i], bounds_[columns() + i]);
    }
    for (int j = 0; j < columns(); ++j) {
        std::int64_t each = -columns_[j].cost * kUnit;
        for (int e = columns_[j].from; e < columns_[j].to; ++e)
            each -= whole[entries_[e].first] * entries_[e].second;
        take(each, bounds_[j]);
    }
    return (-least) >> 24; // rounded down
}

} // namespace tilerummy
