const ENTITIES: Readonly<Record<string, string>> = { copy: '©', amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Returns the text of a piece of HTML: archives state their makers with links, and the console shows plain text. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(
      /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
        return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
      },
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}
