/** The part of a library without types that the tests use: the Chinese calendar. */
declare module 'lunar-javascript' {
  interface ChineseDate {
    getYear(): number
    /** Negative for a leap month. */
    getMonth(): number
    getDay(): number
  }
  interface Solar {
    fromYmd(year: number, month: number, day: number): { getLunar(): ChineseDate }
  }
  const library: { readonly Solar: Solar }
  export default library
}
