// Plays one hand with the policy `efficiency` in every seat and prints what was paid: the C interface from C++, where a
// state is a value like any other.
//
//     play_hand [RULEBOOK [SEED]]      guide, online or chengdu
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
#include <xuezhan/xuezhan.h>

namespace {

void check(int status) {
    if (status != XZ_OK) {
        throw std::runtime_error(xz_status_text(status));
    }
}

xz_rules rulebook(const std::string &name) {
    xz_rules rules;
    if (xz_rules_preset_named(name.c_str(), &rules) != XZ_OK) {
        throw std::invalid_argument(name + " is no rulebook; there are guide, online and chengdu, and presets");
    }
    return rules;
}

struct Payment {
    std::string kind;
    int payer, payee;
    std::int64_t amount;
};

class Table {
  public:
    Table(const xz_rules &rules, std::uint64_t seed) : rules_(rules), events_(std::make_unique<xz_events>()) {
        std::uint8_t wall[XZ_MAX_WALL];
        const int length = xz_wall(seed, 0, static_cast<unsigned>(rules_.suits), wall);
        check(xz_deal(&rules_, &state_, 0, wall, length, events_.get()));
    }

    bool done() const { return xz_pending(&state_) == 0; }

    void step() {
        const int seat = xz_to_act(&state_);
        const int action = xz_policy_action(XZ_POLICY_EFFICIENCY, &rules_, &state_, seat, nullptr);
        check(xz_step(&rules_, &state_, seat, action, events_.get()));
        for (int i = 0; i < events_->count; i++) {
            const xz_event &event = events_->items[i];
            if (event.kind == XZ_EVENT_PAYMENT) {
                ledger_.push_back({xz_payment_name(event.detail), event.seat, event.other, event.amount});
            }
        }
    }

    const xz_state &state() const { return state_; }
    std::uint64_t fingerprint() const { return xz_state_fingerprint(&rules_, &state_); }
    const std::vector<Payment> &ledger() const { return ledger_; }

  private:
    xz_rules rules_;
    xz_state state_{};
    std::unique_ptr<xz_events> events_;
    std::vector<Payment> ledger_;
};

} // namespace

int main(int argc, char **argv) try {
    Table table(rulebook(argc > 1 ? argv[1] : "chengdu"), argc > 2 ? std::stoull(argv[2]) : 1);
    while (!table.done()) {
        table.step();
    }
    for (const Payment &payment : table.ledger()) {
        std::cout << std::left << std::setw(16) << payment.kind << " seat " << payment.payer << " pays seat "
                  << payment.payee << ' ' << std::right << std::setw(6) << payment.amount << '\n';
    }
    std::cout << "scores          ";
    for (int seat = 0; seat < table.state().players; seat++) {
        std::cout << ' ' << table.state().scores[seat];
    }
    std::cout << "\nfingerprint      " << std::hex << std::setfill('0') << std::setw(16) << table.fingerprint() << '\n';
    return EXIT_SUCCESS;
} catch (const std::exception &error) {
    std::cerr << "play_hand: " << error.what() << '\n';
    return EXIT_FAILURE;
}
