// Peer: the system's C++ libphonenumber. LINES ROUNDS LIMIT ANSWERS
#include <phonenumbers/phonenumberutil.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

static const char* const kTypes[] = {"fixed_line", "mobile", "fixed_line_or_mobile", "toll_free", "premium_rate",
                                     "shared_cost", "voip", "personal_number", "pager", "uan", "voicemail", "unknown"};

struct Answer {
  bool valid = false;
  std::string kind, region, e164;
};

static Answer Ask(const PhoneNumberUtil& util, const std::string& line) {
  Answer answer;
  PhoneNumber number;
  if (util.Parse(line, "ZZ", &number) != PhoneNumberUtil::NO_PARSING_ERROR) return answer;
  answer.valid = util.IsValidNumber(number);
  answer.kind = kTypes[util.GetNumberType(number)];
  util.GetRegionCodeForNumber(number, &answer.region);
  if (answer.region == "ZZ") answer.region.clear();
  util.Format(number, PhoneNumberUtil::E164, &answer.e164);
  return answer;
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int rounds = std::atoi(argv[2]);
  const std::size_t limit = std::strtoul(argv[3], nullptr, 10);
  std::vector<std::string> lines;
  std::ifstream file(argv[1]);
  for (std::string line; lines.size() < limit && std::getline(file, line);) lines.push_back(line);
  const PhoneNumberUtil& util = *PhoneNumberUtil::GetInstance();
  std::string seconds;
  std::uint64_t sum = 0;
  for (int round = 0; round <= rounds; ++round) {
    const std::clock_t start = std::clock();
    for (const auto& line : lines) sum += Ask(util, line).e164.size();
    const double elapsed = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (round > 0) seconds += (seconds.empty() ? "" : ",") + std::to_string(elapsed);
  }
  std::printf("{\"name\":\"C++ libphonenumber\",\"version\":\"%s\",\"lines\":%zu,\"seconds\":[%s],\"sum\":%llu}\n",
              PEER_VERSION, lines.size(), seconds.c_str(), static_cast<unsigned long long>(sum));
  std::ofstream answers(argv[4]);
  for (const auto& line : lines) {
    const Answer answer = Ask(util, line);
    answers << answer.valid << '\t' << answer.kind << '\t' << answer.region << '\t' << answer.e164 << '\n';
  }
}
