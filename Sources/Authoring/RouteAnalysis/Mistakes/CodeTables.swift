/// The codes of regions and languages, and what people write instead of them.
enum CodeTables {
    /// The two-letter codes of ISO 3166-1 (2024), and XK for Kosovo.
    static let regions = words(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT \
        BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH \
        ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT \
        HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS \
        LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI \
        NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG \
        SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG \
        UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """)

    /// The two-letter codes of ISO 639-1, with those that were replaced but are still sent.
    static let languages = words(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv \
        dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie \
        ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln \
        lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi \
        pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti \
        tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """)

    /// Names and wrong codes of regions, in lower case, and the code.
    static let regionNames = pairs(
        """
        china cn, prc cn, taiwan tw, hongkong hk, hong-kong hk, macau mo, macao mo, japan jp, korea kr, south-korea kr, \
        india in, indonesia id, singapore sg, malaysia my, thailand th, vietnam vn, philippines ph, australia au, \
        germany de, deutschland de, france fr, italy it, spain es, portugal pt, brazil br, mexico mx, canada ca, \
        usa us, america us, united-states us, uk gb, england gb, britain gb, united-kingdom gb, russia ru, turkey tr, \
        poland pl, netherlands nl, switzerland ch, austria at, sweden se, norway no, denmark dk, finland fi, el gr
        """)

    /// Names and wrong codes of languages, in lower case, and the code.
    static let languageNames = pairs(
        """
        chinese zh, mandarin zh, cn zh, english en, japanese ja, jp ja, korean ko, german de, french fr, italian it, \
        spanish es, portugu pt, russian ru, arabic ar, hindi hi, turkish tr, dutch nl, polish pl, czech cs, cz cs, \
        danish da, dk da, greek el, gr el, swedish sv, ukrainian uk, ua uk, vn vi, thai th, malay ms, us en, gb en
        """)

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

    private static func pairs(_ text: String) -> [String: String] {
        Dictionary(
            text.split(separator: ", ").map { pair in
                let halves = pair.split(separator: " ")
                return (String(halves[0]), String(halves[halves.count - 1]))
            }, uniquingKeysWith: { first, _ in first })
    }
}
