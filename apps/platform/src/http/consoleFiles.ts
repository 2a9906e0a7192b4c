/**
 * @file Serves the built console: its files, and for all its routes one page with the settings of this installation.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  CONSOLE_SETTINGS_ELEMENT_ID,
  type ConsoleSettings,
  STYLE_NONCE_PROPERTY,
} from '@greenwave/contract/wire/consoleSettings'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pagePolicy } from './pagePolicy.ts'

/** The built console, and the settings of its page. */
export interface ConsoleFiles {
  /** Folder of the build, with its index.html. */
  readonly dir: string
  readonly settings: ConsoleSettings
  /** Hosts from which images of intersections may be loaded, as `isImageHost` accepts them; undefined: any. */
  readonly imageHosts: readonly string[] | undefined
}

/** Length of a page's nonce, bytes. */
const NONCE_BYTES = 16

/** Files below this path have a hash of their content in their name, so they never change. */
const HASHED = '/assets/'
const FOREVER = 'public, max-age=31536000, immutable'
/** The browser asks each time whether the file has changed. The page always has, because of its new nonce. */
const ASK_AGAIN = 'no-cache'

/** The description with which a phone installs the console; it has the name of the product. */
const MANIFEST = 'manifest.webmanifest'
/** The service worker fetches the console's own files, and nothing else. Its policy is the one of its file. */
const WORKER = /\/sw\.js(?:\.br|\.gz)?$/
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Returns whether a folder contains a built console. */
export function isConsoleBuilt(dir: string): boolean {
  return existsSync(join(dir, 'index.html'))
}

/** Returns the names of the files in a folder of a build; none if there is no such folder. */
function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Serves the console on every path that is neither the API's nor a file's. */
export async function registerConsoleFiles(
  app: FastifyInstance,
  { dir, settings, imageHosts }: ConsoleFiles,
): Promise<void> {
  const page = withSettings(readFileSync(join(dir, 'index.html'), 'utf8'), settings)
  const pageWith = placeOfNonce(page)
  const files = {
    index: false as const,
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders(reply: FastifyReply, path: string) {
      reply.header('cache-control', path.includes(HASHED) ? FOREVER : ASK_AGAIN)
      if (WORKER.test(path)) reply.header('content-security-policy', WORKER_POLICY)
    },
  }
  // One route for the hundreds of files with a hash: one each would take 70 ms of each start, and the library's own
  // reads the whole folder again for each requested file.
  const hashed = new Set(namesIn(join(dir, HASHED)))
  await app.register(fastifyStatic, { ...files, root: join(dir, HASHED), serve: false })
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${HASHED}*`,
    schema: { hide: true },
    handler(request, reply) {
      const name = request.params['*']
      return hashed.has(name) ? reply.sendFile(name) : reply.callNotFound()
    },
  })
  // A route for each of the few files beside these, since all other paths are pages.
  await app.register(fastifyStatic, {
    ...files,
    root: dir,
    wildcard: false,
    globIgnore: ['index.html', MANIFEST, `${HASHED.slice(1)}**`],
    decorateReply: false,
  })
  if (existsSync(join(dir, MANIFEST))) {
    const manifest = Object(JSON.parse(readFileSync(join(dir, MANIFEST), 'utf8')))
    const named = JSON.stringify({ ...manifest, name: settings.productName, short_name: settings.productName })
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${MANIFEST}`,
      schema: { hide: true },
      handler: (_request, reply) =>
        reply.type('application/manifest+json; charset=utf-8').header('cache-control', ASK_AGAIN).send(named),
    })
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler(request, reply) {
      const path = request.url.split('?', 1)[0] ?? '/'
      if (!isConsoleRoute(path)) return reply.callNotFound()
      const nonce = randomBytes(NONCE_BYTES).toString('base64')
      const { host, protocol } = request
      const { tileUrl } = settings
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', ASK_AGAIN)
        .header(
          'content-security-policy',
          pagePolicy({ nonce, host, isTls: protocol === 'https', tileUrl, imageHosts }),
        )
        .send(pageWith(nonce))
    },
  })
}

/**
 * Returns whether a path may be a route of the console. A missing file must stay missing: a page in place of an old
 * script would only fail later.
 */
function isConsoleRoute(path: string): boolean {
  if (path === '/api' || path.startsWith('/api/') || path.startsWith(HASHED)) return false
  return !/\.[a-z0-9]+$/i.test(path)
}

/** Returns the page with the settings inserted and the product's name as title. */
function withSettings(page: string, settings: ConsoleSettings): string {
  // Inside a script element only `<` can end the element or open a comment, and JSON can escape it.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="${CONSOLE_SETTINGS_ELEMENT_ID}">${json}</script>`
  const existing = new RegExp(`<script[^>]*id="${CONSOLE_SETTINGS_ELEMENT_ID}"[^>]*>[^<]*</script>`)
  const placed = existing.test(page)
    ? page.replace(existing, () => element)
    : page.replace('</head>', () => `${element}</head>`)
  return placed.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(settings.productName)}</title>`)
}

/** Returns a function that renders the page with a nonce. */
function placeOfNonce(page: string): (nonce: string) => string {
  const existing = new RegExp(`<meta[^>]*property="${STYLE_NONCE_PROPERTY}"[^>]*>`)
  const [before = '', after = ''] = page.replace(existing, '').split(/(?<=<head>)/)
  return (nonce) => `${before}<meta property="${STYLE_NONCE_PROPERTY}" nonce="${nonce}">${after}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
