/**
 * Most characters of rows in a page. A larger page would delay all other work, and fill the memory when many callers
 * ask for one.
 */
const MAX_PAGE_CHARACTERS = 16_777_216

/** Thrown for a page that would be too large. The error crosses threads by its code. */
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

/** Counts the characters of a page's rows, whatever page size was requested. */
export class PageBudget {
  #left = MAX_PAGE_CHARACTERS

  /** Counts a row of this many characters. @throws {PageTooLarge} */
  take(characters: number): void {
    this.#left -= characters
    if (this.#left < 0) throw new PageTooLarge()
  }
}
