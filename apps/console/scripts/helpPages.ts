/**
 * @file Makes pages of the console of the documents: `docs/name.md?page` is a module with the title and the HTML of that
 * document. Links between documents become links between pages.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

const DOCS = resolve(import.meta.dirname, '../../../docs')
const QUERY = '?page'

/** Reads documents as pages when Vite loads them. */
export function helpPages(): Plugin {
  return {
    name: 'greenwave-help-pages',
    load(id) {
      if (!id.endsWith(`.md${QUERY}`)) return
      const file = id.slice(0, -QUERY.length)
      this.addWatchFile(file)
      const { title, html } = pageOf(readFileSync(file, 'utf8'), file)
      // The addresses of images are known when they are built.
      const images: string[] = []
      const text = JSON.stringify(html).replaceAll(/\{\{image:([^}]+)\}\}/g, (_all, path: string) => {
        images.push(`import image${images.length} from ${JSON.stringify(`${resolve(dirname(file), path)}?url`)}`)
        return `" + image${images.length - 1} + "`
      })
      return `${images.join('\n')}\nexport const title = ${JSON.stringify(title)}\nexport const html = ${text}`
    },
  }
}

/** Returns the title of a document and the rest of it as HTML. HTML in the document is text, and comments are left out. */
function pageOf(markdown: string, file: string): { readonly title: string; readonly html: string } {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escaped(href)}" target="_blank" rel="noopener">${text}</a>`
        const page = pageAddress(href, file)
        // Files of the installation have no page.
        return page === undefined
          ? `${text} (<code>${escaped(pathOf(href, file))}</code>)`
          : `<a href="${page}">${text}</a>`
      },
      image: ({ href, text }) => `<img src="{{image:${href}}}" alt="${escaped(text)}">`,
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
      table(token) {
        const row = (cells: typeof token.header, tag: 'th' | 'td') =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        return `<div data-wide tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    },
  })
  const [, title = '', rest = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? []
  return { title: title.replaceAll('`', ''), html: marked.parse(rest, { async: false }) }
}

/** Returns the address of a page of the console for a link of a document; undefined for a link to another file. */
function pageAddress(href: string, file: string): string | undefined {
  const [path = '', anchor] = href.split('#')
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (path === '') return hash
  const target = resolve(dirname(file), path)
  if (![DOCS, join(DOCS, 'vi')].includes(dirname(target)) || !target.endsWith('.md')) return undefined
  const name = basename(target, '.md')
  return name === 'README' ? `/help${hash}` : `/help/${name}${hash}`
}

function pathOf(href: string, file: string): string {
  return relative(dirname(DOCS), resolve(dirname(file), href.split('#')[0] ?? '')).replaceAll(sep, '/')
}

/** Returns the anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
