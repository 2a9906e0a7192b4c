import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { CONSOLE_SETTINGS_ELEMENT_ID } from '@greenwave/contract/wire/consoleSettings'
import { PROVIDER_SIGN_IN_PATHS } from '@greenwave/contract/wire/providerSignIn'
import react from '@vitejs/plugin-react'
import { build, type Manifest, type Plugin, type Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { helpPages } from './scripts/helpPages.ts'

/** The installation's settings that reach the console, with the environment variables that set them. */
const SETTING_VARIABLES = {
  productName: 'GREENWAVE_PRODUCT_NAME',
  companyName: 'GREENWAVE_COMPANY_NAME',
  companyAddress: 'GREENWAVE_COMPANY_ADDRESS',
  companyPhone: 'GREENWAVE_COMPANY_PHONE',
  companyEmail: 'GREENWAVE_COMPANY_EMAIL',
  tileUrl: 'GREENWAVE_TILE_URL',
  tileAttribution: 'GREENWAVE_TILE_ATTRIBUTION',
} as const

/** Puts the settings into the page, as the platform does when it serves the console. For the dev server only. */
function settingsInPage(): Plugin {
  return {
    name: 'greenwave-settings',
    apply: 'serve',
    transformIndexHtml(html) {
      const given = Object.entries(SETTING_VARIABLES).flatMap(([name, variable]) => {
        const value = process.env[variable]
        return value === undefined ? [] : [[name, value === 'none' ? '' : value]]
      })
      const demonstration = process.env.GREENWAVE_DEMONSTRATION === 'true'
      const json = JSON.stringify({ ...Object.fromEntries(given), demonstration }).replaceAll('<', '\\u003c')
      return html.replace(
        `id="${CONSOLE_SETTINGS_ELEMENT_ID}">{}<`,
        () => `id="${CONSOLE_SETTINGS_ELEMENT_ID}">${json}<`,
      )
    },
  }
}

/** Lets the browser request the start with the page, since the small first file requests it late. */
function preloadStart(): Plugin {
  return {
    name: 'greenwave-preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((output) => output.type === 'chunk' && output.name === 'start')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** What a phone needs to open without a network: sign-in, shell, dashboard, junction, incidents, and all their texts. */
const FIRST_ON_A_PHONE =
  /^index\.html$|src\/app\/(?:startConsole|App|SignedIn|pages\/(?:LoginRoute|LoginScreen|CardRoute|DashboardRoute|DeviceRoute|NowRoute)|shell\/(?:UserMenuItems|Alerts|Banners|SunToggle|PlatformNotices))\.tsx$|src\/data\/lastAnswers\.ts$|src\/features\/(?:now\/dialogs\/CommentDialog|device\/(?:JunctionNow|parts\/(?:PhaseHeads|StreetTiming|AttributeTable|FindingList|HoldLine|CardsBelow|TroubleHelp))|dashboard\/parts\/Welcome)\.tsx$|src\/texts\/(?:en|default\/(?:common|login|device|settings|incidents|monitoring)|vi\/(?:common|login|device|settings|incidents|monitoring))\.ts$/

/** Builds the service worker when all other files are there, with the list of those that it fetches at once. */
function serviceWorker(): Plugin {
  let outDir = ''
  return {
    name: 'greenwave-service-worker',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
    },
    async closeBundle() {
      const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
      const files = new Set<string>()
      const add = (module: string) => {
        const { file, imports = [], css = [], assets = [] } = manifest[module] ?? { file: '' }
        if (file === '' || files.has(file)) return
        for (const one of [file, ...css, ...assets.filter((asset) => !/cyrillic|greek/.test(asset))]) files.add(one)
        for (const one of imports) add(one)
      }
      for (const module of Object.keys(manifest)) if (FIRST_ON_A_PHONE.test(module)) add(module)
      const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
      const page = hash(readFileSync(join(outDir, 'index.html'), 'utf8'))
      const first = [...files].sort().map((file) => ({ url: `/${file}`, revision: null }))
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        define: {
          RELEASE: JSON.stringify(page),
          PROGRAM: JSON.stringify(`/${manifest['index.html']?.file}`),
          FIRST_FILES: JSON.stringify([
            { url: '/', revision: page },
            { url: '/favicon.svg', revision: page },
            ...first,
          ]),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'baseline-widely-available',
          rolldownOptions: {
            input: join(import.meta.dirname, 'src/worker/worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}

/**
 * Code that is one file each: the named modules with all that they import, except what a file before already has. Left
 * alone it would be dozens of small files, which wait for one another on a slow network and compress worse.
 */
const FILES: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', test: /src\/app\/startConsole\.tsx/ },
  // What the sign-in page shares with the pages behind it. If something is missing here, the sign-in page loads all of
  // `signedIn`, and login.spec.ts fails.
  {
    name: 'everyPage',
    test: /src\/(?:data\/(?:keptForm|errorText)|ui\/(?:page\/LogoMark|states\/ErrorText)|app\/shell\/Footer)\.ts|\/IconAlertCircle\.mjs/,
  },
  // Toasts need it alone, dialogs and fields, too.
  { name: 'close', test: /\/CloseButton\.mjs/ },
  { name: 'fields', test: /\/TextInput\.mjs/ },
  // The styles of the pages behind the sign-in, which its second step needs, too.
  { name: 'styles', test: /src\/ui\/theme\/moreMantineStyles\.ts/ },
  // The calls of the sign-in, which come right after its page, with client and schemas.
  { name: 'calls', test: /src\/data\/signInApi\.ts/ },
  // With the routes.
  {
    name: 'signedIn',
    test: /src\/(?:app\/(?:App|SignedIn)|shared\/useHealthWords|ui\/(?:notices\/notify|states\/(?:ErrorState|PartLoading|useAgeText)))\.ts|\/mutationOptions\.js/,
  },
  // The small parts of most pages, but of the card of a phone.
  {
    name: 'pages',
    test: /src\/(?:data\/subjectParser|ui\/(?:page\/Card|dialogs\/useKeptDialog|states\/(?:EmptyState|useLoadOnActivity)))\.ts|\/(?:ActionIcon|IconPencil)\.mjs/,
  },
  // How a device is followed; the settings that it has not taken are a matter of the lists below.
  {
    name: 'followed',
    test: /src\/(?:data\/device\/(?:deviceHook|deviceSteps|connectivity|location|street\/lampTime)|records\/holds)\.ts/,
  },
  {
    name: 'deviceLists',
    test: /src\/(?:shared\/deviceTimeText|data\/(?:queries\/devices|device\/(?:listedStatus|healthFacts|street\/phaseReading))|ui\/page\/useOnScreen)\.ts|\/Icon(?:Trash|PlugConnected|ChevronDown)\.mjs/,
  },
  { name: 'lists', test: /src\/ui\/lists\/(?:SearchBox|useSearchBeyond)\.ts/ },
  // What the card of a phone shares with the pages of lists, and with the junction.
  { name: 'dialogs', test: /src\/ui\/dialogs\/(?:DialogSlot|useAskedDialog)\./ },
  {
    name: 'lamps',
    test: /src\/(?:data\/device\/lampsState|shared\/phaseNames|records\/junctionSite|incident|replay\/recordedStyles)\.ts/,
  },
  // What the pages of lists share: devices, customers, users.
  {
    name: 'listPages',
    test: /src\/ui\/(?:lists\/(?:ListTable|ListPager|usePagedList|RowActions|ListPage))\.|\/IconPlus\.mjs/,
  },
  { name: 'device', test: /src\/features\/device\/DeviceDetail\.tsx/ },
  { name: 'dashboard', test: /src\/features\/dashboard\/DashboardPage\.tsx/ },
  // Of two dozen small files, which a phone would fetch six at a time, it makes one.
  { name: 'card', test: /src\/app\/pages\/CardRoute\.tsx/ },
  // The last one. With the menu of the user, the works and the inspections: five small files less in the list of each page.
  { name: 'works', test: /src\/(?:data\/queries\/(?:unsent|works|inspections)|shared\/useDueText)\.ts/ },
]

/**
 * Names of files: pages, parts and the groups above have their own. What they share is named by its hash alone, because
 * each page lists the files that it needs, and names of shared files were 1 % of what the first view loads.
 */
const fileName = (extension: string, name = 'shared') => `assets/${name}-[hash:7]${extension}`
const NAMED = new Set(FILES.map(({ name }) => name))

/** Tests of what the console does once, when its modules are loaded: each needs modules of its own. */
const STARTS = ['src/app/guardLoading.test.tsx', 'src/app/pages/RouteErrorPage.test.tsx']

const inPage = (...setupFiles: string[]) => ({ environment: 'jsdom', setupFiles: ['src/test/setup.ts', ...setupFiles] })

const platformUrl = process.env.GREENWAVE_PLATFORM_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), helpPages(), settingsInPage(), preloadStart(), serviceWorker()],
  resolve: {
    alias: [
      // For React before 18. The libraries that import it run with any.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  server: {
    // The platform refuses sockets from a foreign origin, such as this server.
    proxy: {
      '/api': { target: platformUrl, changeOrigin: true, ws: true, rewriteWsOrigin: true },
      ...Object.fromEntries(PROVIDER_SIGN_IN_PATHS.map((path) => [path, platformUrl])),
    },
  },
  build: {
    target: 'baseline-widely-available',
    // Records for scripts/bundleSize.ts which files each page needs.
    manifest: true,
    // Preloading is only an optimisation, so browsers without it need no polyfill. What is imported anyway needs none.
    modulePreload: { polyfill: false, resolveDependencies: (file, needed) => needed.filter((one) => one !== file) },
    // Assets are never inlined, because the page's policy allows no data: fonts.
    assetsInlineLimit: 0,
    // Kilobytes. What counts is what a page loads, compressed: scripts/bundleSize.ts holds that to the promise.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: FILES },
        chunkFileNames: ({ name, isDynamicEntry }) =>
          fileName('.js', isDynamicEntry || NAMED.has(name) ? name : undefined),
        assetFileNames: ({ names: [name = ''] }) => fileName('[extname]', name.endsWith('.css') ? undefined : '[name]'),
      },
    },
  },
  test: {
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // For busy machines: see vitest.config.ts.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // As many as all other tests have, since Vitest refuses to mix.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Files share a process and its modules, which saves 40 % of the time.
    isolate: false,
    projects: [
      // Pure rules need no page, and creating one takes longer than most of these tests.
      { extends: true, test: { name: 'console rules', environment: 'node', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...inPage('src/test/loadParts.ts'),
          name: 'console screens',
          retry: 1,
          include: ['src/**/*.test.tsx'],
          exclude: STARTS,
        },
      },
      { extends: true, test: { ...inPage(), name: 'console starts', retry: 1, include: STARTS, isolate: true } },
    ],
  },
})
