/**
 * @file `npm run pictures`: takes README's pictures of a running demonstration, and records what they show. Takes about
 * fifteen minutes. `-- URL` takes them of one that runs already.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Api } from '@greenwave/harness/api'
import { INSTALLED_CHROMIUM } from '@greenwave/harness/installedChromium'
import { ADMIN_EMAIL } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startDemonstration } from '../fixtures/demonstration.ts'
import { createFilm } from './film.ts'
import { IMAGES, RECORD_FILE, readVisibleSources, recordOf, type Visible, visibleIn } from './shown.ts'

const PASSWORD = 'greenwave'
const PAST_DAYS = 35
/** The junction of the demonstration's three cards. */
const JUNCTION = 'Nguyễn Huệ – Lê Lợi'
/** Longest time that the demonstration takes for anything, milliseconds. */
const PATIENCE_MS = 600_000
/** Where a page is kept that did not show what was expected. */
const LAST_PAGE = join(tmpdir(), 'greenwave-pictures-failed.png')
/** What pages show of the last minutes is recorded then, milliseconds. */
const RECORDED_MS = 660_000
/** Length of the fault, seconds; it is ended when it was seen. */
const LONG_S = 1800
const WINDOW = { width: 1440, height: 900 }
/** Width of the window for cards whose text would be small beside each other, pixels. */
const NARROW = 1120
const FILM_WIDTH = 1200
/** Height of the captions at the bottom of the moving picture, pixels. */
const CAPTION_HEIGHT = 64
/** Bytes that all pictures together may have, since each new set stays in the repository. */
const MOST_BYTES = 1_500_000

type Clip = Awaited<ReturnType<Locator['boundingBox']>> & object

const visible: Visible[] = []

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Saves a part of the page as a picture of its own. */
async function takeStill(page: Page, name: string, part: Locator | Clip): Promise<number> {
  visible.push(await visibleIn(page))
  const picture = 'x' in part ? page.screenshot({ clip: part }) : part.screenshot()
  const { size } = await sharp(await picture)
    .webp({ quality: 86 })
    .toFile(join(IMAGES, `${name}.webp`))
  return size
}

/** A fault, *Now*, its replay, and an undone change, as a moving picture. */
async function takeFilm(page: Page, api: Api): Promise<Buffer> {
  const film = createFilm(page, CAPTION_HEIGHT, say)
  const scene = async (frames: number) => {
    await film.roll(frames)
    visible.push(await visibleIn(page))
  }
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')

  await page.getByRole('link', { name: 'Now', exact: true }).click()
  await until('the junctions', async () => /All junctions\s*[1-9]/.test((await main.textContent()) ?? ''))
  await page.getByRole('list', { name: 'Incidents' }).waitFor()
  await film.caption('Cause a fault: two greens at once')
  await film.click(page.getByRole('button', { name: 'Cause it' }))

  const row = page.getByRole('list', { name: 'Incidents' }).getByRole('listitem').filter({ hasText: JUNCTION })
  await row.getByText('have the road at the same time').waitFor()
  const history = await row.getByRole('link', { name: 'History' }).getAttribute('href')
  const deviceId = history?.split('/')[2] ?? ''
  // On a slow machine two minutes are too short for the picture.
  await api.call('causeFault', { params: { deviceId }, body: { fault: 'two-greens', seconds: LONG_S } })
  await film.caption('Now lists the danger within seconds, the worst first')
  await scene(2)
  await film.click(row.getByRole('link', { name: JUNCTION, exact: true }))
  const beside = page.getByRole('region', { name: JUNCTION })
  await beside.getByRole('link', { name: /last ten minutes/ }).waitFor()
  await film.caption('Live lamps, and what to do')
  await scene(1)
  await film.click(beside.getByRole('button', { name: 'Flashing yellow…' }))
  await dialog.getByRole('button', { name: 'Xác nhận' }).waitFor()
  await film.click(dialog.getByRole('button', { name: 'Xác nhận' }))
  // A technician repairs the cabinet, as it were.
  await api.call('endFaults', { params: { deviceId } })
  await until(
    'all phases flash',
    async () => (await beside.getByText('Flashing yellow', { exact: true }).count()) === 3,
  )
  await film.caption('The junction flashes yellow until the cabinet is fixed')
  await scene(2)

  await film.click(page.getByRole('link', { name: 'Open History' }))
  const play = main.getByRole('button', { name: 'Play' })
  await play.waitFor()
  await main.getByText('Tự động', { exact: true }).first().waitFor()
  await film.caption('Replay each second of it')
  await film.click(play)
  await main.getByText('has the road with another phase').first().waitFor()
  await scene(4)

  await film.click(main.getByRole('link', { name: 'Changes', exact: true }))
  const changes = page.getByRole('list', { name: 'Changes' })
  const undo = changes.getByRole('button', { name: /^Undo/ }).first()
  await undo.waitFor()
  await film.caption('Undo: each change can be taken back')
  await film.click(undo)
  await dialog.getByRole('button', { name: 'Xác nhận' }).waitFor()
  await scene(1)
  await film.click(dialog.getByRole('button', { name: 'Xác nhận' }))
  await changes.getByText(/brings back/).waitFor()
  await scene(1)
  await film.click(main.getByRole('link', { name: 'Live', exact: true }))
  await main.getByText('As programmed', { exact: true }).first().waitFor({ timeout: PATIENCE_MS })
  await film.caption('As programmed again')
  await scene(3)
  return film.develop(FILM_WIDTH)
}

/** Pages that are worth a picture of their own. */
async function takeStills(page: Page): Promise<number> {
  const devices = page.getByRole('link', { name: 'Devices', exact: true })
  await devices.click()
  await page.getByRole('link', { name: 'TLC-0008' }).click()
  await page.getByText('As programmed', { exact: true }).first().waitFor({ timeout: PATIENCE_MS })
  await page.getByRole('button', { name: 'Edit program 3' }).waitFor()
  await page.getByRole('link', { name: /^The last ten minutes/ }).waitFor()
  await page
    .getByRole('figure', { name: /: Green/ })
    .first()
    .waitFor()
  const { x, y } = await boxOf(page.getByRole('region', { name: 'Signals' }))
  const modes = await boxOf(page.getByRole('button', { name: 'Tự động' }))
  const bottom = modes.y + modes.height + 16
  let bytes = await takeStill(page, 'junction', {
    x: x - 12,
    y: y - 12,
    width: WINDOW.width - x + 12,
    height: bottom - y,
  })
  await page.getByRole('button', { name: 'Edit program 3' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save Program' }).waitFor()
  bytes += await takeStill(page, 'program', dialog)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ ...WINDOW, width: NARROW })
  await page.getByRole('link', { name: 'Corridors', exact: true }).click()
  await page.getByRole('link', { name: 'Nam Kỳ Khởi Nghĩa' }).click()
  await page.getByText('Green as observed').waitFor()
  await until(
    'the observed greens',
    async () => (await page.locator('[data-seen="noData"]').count()) === 0,
    PATIENCE_MS,
  )
  bytes += await takeStill(page, 'corridor', page.getByRole('region', { name: 'Green wave' }))

  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByText(/^Changes are against/).waitFor({ timeout: PATIENCE_MS })
  bytes += await takeStill(page, 'report', page.getByRole('region', { name: /so far$/ }))
  await page.setViewportSize(WINDOW)
  return bytes
}

async function boxOf(part: Locator): Promise<Clip> {
  const box = await part.boundingBox()
  if (!box) throw new Error(`not visible: ${String(part)}`)
  return box
}

/** Opens the console in the light theme and signs in. */
async function openConsole(url: string): Promise<Page> {
  const browser = await chromium.launch({
    ...(INSTALLED_CHROMIUM ? { executablePath: INSTALLED_CHROMIUM } : { channel: 'chromium' }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage({
    viewport: WINDOW,
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'Asia/Ho_Chi_Minh',
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(120_000)
  await page.goto(`${url}/login`)
  await page.getByLabel('Account').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  return page
}

/**
 * Waits until the past is made, ten minutes are recorded, and no junction has a fault: those that come by themselves are
 * minutes apart.
 */
async function waitForQuiet(page: Page, api: Api): Promise<void> {
  await page.getByRole('link', { name: 'Now', exact: true }).click()
  await until(
    'the past and ten recorded minutes',
    async () => {
      const { preparation, madeBefore = 0 } = await api.call('systemInfo')
      return preparation === undefined && Date.now() - madeBefore > RECORDED_MS
    },
    2 * RECORDED_MS,
  )
  const trouble = page.getByRole('link', { name: /^\d+ (?:danger|fault)/ })
  await until('no fault', async () => (await trouble.count()) === 0, PATIENCE_MS)
}

/** Takes all pictures and writes them with their record. */
async function takeAll(page: Page, url: string): Promise<void> {
  const api = await Api.signIn(url, ADMIN_EMAIL, PASSWORD)
  say('Waiting until its past is made and no junction has a fault.')
  await waitForQuiet(page, api)
  mkdirSync(IMAGES, { recursive: true })
  say('Taking the pictures.')
  // First, since the film leaves a change that is under way.
  const stills = await takeStills(page)
  await waitForQuiet(page, api)
  say('Taking the moving picture.')
  const film = await takeFilm(page, api)
  writeFileSync(join(IMAGES, 'tour.webp'), film)
  const bytes = film.length + stills
  writeFileSync(RECORD_FILE, `${JSON.stringify(recordOf(visible, readVisibleSources()), null, 2)}\n`)
  process.stdout.write(`moving picture ${film.length} bytes, all pictures ${bytes} bytes\n`)
  if (bytes > MOST_BYTES) throw new Error(`the pictures are larger than ${MOST_BYTES} bytes`)
}

const [, , running] = process.argv
if (running === undefined) say('Starting the demonstration.')
const demonstration = running === undefined ? await startDemonstration(PAST_DAYS) : undefined
const url = demonstration?.url ?? running ?? ''
try {
  const page = await openConsole(url)
  try {
    await takeAll(page, url)
  } catch (error) {
    await page.screenshot({ path: LAST_PAGE })
    say(`The page is in ${LAST_PAGE}. ${demonstration?.said() ?? ''}`)
    throw error
  } finally {
    await page.context().browser()?.close()
  }
} finally {
  await demonstration?.stop()
}
