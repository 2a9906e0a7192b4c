/**
 * @file Dates of the Vietnamese lunisolar calendar. Rules as Hồ Ngọc Đức states them: days and months begin at midnight of
 * UTC+7, a month on the day of its new moon; month 11 holds the winter solstice; a year of thirteen months between two
 * solstices repeats the first month without a major solar term. New moons and the sun's longitude follow Jean Meeus,
 * Astronomical Algorithms, second edition, chapters 49 and 25. ΔT of 2005 to 2050 is that of Espenak and Meeus.
 */

/** A date of the lunisolar calendar. */
export interface LunarDate {
  readonly year: number
  /** 1-12. */
  readonly month: number
  /** 1-30. */
  readonly day: number
  /** True in the second of two months with one number. */
  readonly isLeap: boolean
}

/** Offset from UTC at which days begin in Vietnam, hours. */
const VIETNAM_HOURS = 7

/** Julian day at noon of 1 January 1970, UTC, and of the epoch J2000. */
const JD_OF_1970 = 2_440_588
const J2000 = 2_451_545
/** New moon number 0 is that of 6 January 2000. Mean length of a month and of a year, days. */
const FIRST_NEW_MOON = 2_451_550.09766
const MONTH_DAYS = 29.530588861
const YEAR_DAYS = 365.2425
const MONTHS_PER_CENTURY = 1236.85

const sinDegrees = (degrees: number) => Math.sin((degrees * Math.PI) / 180)

/** Periodic terms of a new moon: days, and multiples of the anomalies of sun and moon and of the moon's latitude argument. */
const NEW_MOON_TERMS: readonly (readonly [days: number, sun: number, moon: number, latitude: number])[] = [
  [-0.4072, 0, 1, 0],
  [0.17241, 1, 0, 0],
  [0.01608, 0, 2, 0],
  [0.01039, 0, 0, 2],
  [0.00739, -1, 1, 0],
  [-0.00514, 1, 1, 0],
  [0.00208, 2, 0, 0],
  [-0.00111, 0, 1, -2],
  [-0.00057, 0, 1, 2],
  [0.00056, 1, 2, 0],
  [-0.00042, 0, 3, 0],
  [0.00042, 1, 0, 2],
  [0.00038, 1, 0, -2],
  [-0.00024, -1, 2, 0],
  [-0.00007, 2, 1, 0],
  [0.00004, 0, 2, -2],
  [0.00004, 3, 0, 0],
  [0.00003, 1, 1, -2],
  [0.00003, 0, 2, 2],
  [-0.00003, 1, 1, 2],
  [0.00003, -1, 1, 2],
  [-0.00002, -1, 1, -2],
  [-0.00002, 1, 3, 0],
  [0.00002, 0, 4, 0],
]

/** Terms of the planets: days, degrees at new moon 0, degrees a month. */
const PLANET_TERMS: readonly (readonly [days: number, at: number, perMonth: number])[] = [
  [0.000325, 299.77, 0.107408],
  [0.000165, 251.88, 0.016321],
  [0.000164, 251.83, 26.651886],
  [0.000126, 349.42, 36.412478],
  [0.00011, 84.66, 18.206239],
  [0.000062, 141.74, 53.303771],
  [0.00006, 207.14, 2.453732],
  [0.000056, 154.84, 7.30686],
  [0.000047, 34.52, 27.261239],
  [0.000042, 207.19, 0.121824],
  [0.00004, 291.34, 1.844379],
  [0.000037, 161.72, 24.198154],
  [0.000035, 239.56, 25.513099],
  [0.000023, 331.55, 3.592518],
]

/** Returns the instant of new moon number k, Julian days of universal time. Error: some seconds. */
function newMoonJd(k: number): number {
  const t = k / MONTHS_PER_CENTURY
  const sun = 2.5534 + 29.1053567 * k - 0.0000014 * t ** 2
  const moon = 201.5643 + 385.81693528 * k + 0.0107582 * t ** 2 + 0.00001238 * t ** 3
  const latitude = 160.7108 + 390.67050284 * k - 0.0016118 * t ** 2 - 0.00000227 * t ** 3
  const node = 124.7746 - 1.56375588 * k + 0.0020672 * t ** 2
  const eccentricity = 1 - 0.002516 * t - 0.0000074 * t ** 2
  let jd = FIRST_NEW_MOON + MONTH_DAYS * k + 0.00015437 * t ** 2 - 0.00000015 * t ** 3 - 0.00017 * sinDegrees(node)
  for (const [days, ofSun, ofMoon, ofLatitude] of NEW_MOON_TERMS) {
    const angle = ofSun * sun + ofMoon * moon + ofLatitude * latitude
    jd += days * eccentricity ** Math.abs(ofSun) * sinDegrees(angle)
  }
  for (const [days, at, perMonth] of PLANET_TERMS) {
    const curve = at === 299.77 ? -0.009173 * t ** 2 : 0
    jd += days * sinDegrees(at + perMonth * k + curve)
  }
  return jd - deltaTDays(jd)
}

/** Returns by how much dynamical time is ahead of universal time, days. */
function deltaTDays(jd: number): number {
  const years = (jd - J2000) / YEAR_DAYS
  return (62.92 + 0.32217 * years + 0.005589 * years ** 2) / 86_400
}

/** Returns the apparent longitude of the sun at an instant of universal time, degrees. Error: 0.01°, a quarter of an hour. */
function sunLongitude(jd: number): number {
  const t = (jd + deltaTDays(jd) - J2000) / 36_525
  const mean = 280.46646 + 36_000.76983 * t + 0.0003032 * t ** 2
  const anomaly = 357.52911 + 35_999.05029 * t - 0.0001537 * t ** 2
  const centre =
    (1.914602 - 0.004817 * t - 0.000014 * t ** 2) * sinDegrees(anomaly) +
    (0.019993 - 0.000101 * t) * sinDegrees(2 * anomaly) +
    0.000289 * sinDegrees(3 * anomaly)
  const longitude = mean + centre - 0.00569 - 0.00478 * sinDegrees(125.04 - 1934.136 * t)
  return longitude - 360 * Math.floor(longitude / 360)
}

/** A lunisolar month: the day on which it begins, days since 1970. */
interface LunarMonth {
  readonly year: number
  readonly month: number
  readonly isLeap: boolean
  readonly firstDay: number
}

/** Returns the day that an instant is in, days since 1970. */
const dayOfJd = (jd: number, hours: number) => Math.floor(jd - (JD_OF_1970 - 0.5) + hours / 24)

/** Returns the 30° sector of the ecliptic in which the sun is when a day begins; 9 begins with the winter solstice. */
const sectorAt = (day: number, hours: number) => Math.floor(sunLongitude(day + JD_OF_1970 - 0.5 - hours / 24) / 30)

/** Returns the number of the new moon with which month 11 of a year begins: the last one not after the winter solstice. */
function monthElevenOf(year: number, hours: number): number {
  let k = Math.round((Date.UTC(year, 11, 31) / 86_400_000 + JD_OF_1970 - FIRST_NEW_MOON) / MONTH_DAYS)
  // A month holds the solstice if the sun has not passed it when the month begins.
  while (sectorAt(dayOfJd(newMoonJd(k), hours), hours) >= 9 || dayOfJd(newMoonJd(k), hours) >= dayOf(year, 12, 31))
    k -= 1
  return k
}

const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 86_400_000

/** Returns the months from month 11 of the year before to month 10 of a year. */
function monthsUntilTenOf(year: number, hours: number): readonly LunarMonth[] {
  const [first, end] = [monthElevenOf(year - 1, hours), monthElevenOf(year, hours)]
  const starts = Array.from({ length: end - first + 1 }, (_, nth) => dayOfJd(newMoonJd(first + nth), hours))
  const hasTerm = (nth: number) => sectorAt(starts[nth] ?? 0, hours) !== sectorAt(starts[nth + 1] ?? 0, hours)
  const leap = end - first === 13 ? starts.findIndex((_, nth) => nth > 0 && nth < 13 && !hasTerm(nth)) : -1
  return starts.slice(0, -1).map((firstDay, nth) => {
    const number = leap !== -1 && nth >= leap ? nth - 1 : nth
    const month = ((number + 10) % 12) + 1
    return { year: number < 2 ? year - 1 : year, month, isLeap: nth === leap, firstDay }
  })
}

/** The months of the years that were looked at last. */
const kept = new Map<string, readonly LunarMonth[]>()
const MOST_KEPT = 60

function monthsOf(year: number, hours: number): readonly LunarMonth[] {
  const key = `${year} ${hours}`
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const months = monthsUntilTenOf(year, hours)
  kept.set(key, months)
  return months
}

/**
 * Returns the lunisolar date of a day.
 *
 * @param day days since 1970, of the years 1950 to 2150
 * @param hours offset from UTC at which days begin; 8 gives the Chinese calendar
 */
export function lunarDateOf(day: number, hours = VIETNAM_HOURS): LunarDate {
  const year = new Date(day * 86_400_000).getUTCFullYear()
  const months = [...monthsOf(year, hours), ...monthsOf(year + 1, hours)]
  const { firstDay, ...month } = months.findLast((one) => one.firstDay <= day) as LunarMonth
  return { ...month, day: day - firstDay + 1 }
}

/**
 * Returns the day of a date in an ordinary month of a lunisolar year, days since 1970. Day 30 of a month with 29 days is
 * its last.
 */
export function dayOfLunar({ year, month, day }: Omit<LunarDate, 'isLeap'>): number {
  const months = [...monthsOf(year, VIETNAM_HOURS), ...monthsOf(year + 1, VIETNAM_HOURS)]
  const nth = months.findIndex((one) => one.year === year && one.month === month && !one.isLeap)
  const [at, next] = [months[nth], months[nth + 1]] as [LunarMonth, LunarMonth]
  return Math.min(at.firstDay + day, next.firstDay) - 1
}
