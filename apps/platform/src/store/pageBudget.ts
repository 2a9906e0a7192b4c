/** Most characters of rows in a page: more would hold everybody else up, and fill the memory when many ask. */
const MAX_PAGE_CHARACTERS = 16_777_216

/** Thrown for a page that would hold more than a page may. Its code crosses threads. */
export class PageTooLarge extends Error {
  static readonly CODE = 'PAGE_TOO_LARGE'
  readonly code = PageTooLarge.CODE
  constructor() {
    super(
      `Incorrect page link: the page would hold more than ${MAX_PAGE_CHARACTERS} characters. Ask for a smaller 'pageSize'.`,
    )
    this.name = 'PageTooLarge'
  }
}

/** Counts what the rows of one page hold, whatever number of rows was asked for. */
export class PageBudget {
  #left = MAX_PAGE_CHARACTERS

  /** Adds a row of this many characters. @throws {PageTooLarge} */
  take(characters: number): void {
    this.#left -= characters
    if (this.#left < 0) throw new PageTooLarge()
  }
}
