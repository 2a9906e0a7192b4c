import { LIVE_PATH } from '@greenwave/contract/wire/live'
import type { WebSocketRoute } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

const LOST = 'Live data is lost. What is shown may be old.'

test('five tries three seconds apart, then Reconnect; what changed meanwhile is read again and followed [spec 4 reconnect] [spec 7 realtime] @behindAFront', async ({
  page,
  scene,
  system,
}) => {
  const device = await scene.device()
  const opened: WebSocketRoute[] = []
  let broken = false
  await page.routeWebSocket(`**${LIVE_PATH}`, (socket) => {
    opened.push(socket)
    if (broken) void socket.close({ code: 1011 })
    else socket.connectToServer()
  })
  await page.clock.install()
  await page.goto(`/devices/${device.id}`)
  const mode = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible()
  await expect(mode('Tự động')).toHaveAttribute('aria-pressed', 'true')

  broken = true
  await opened[0]?.close({ code: 1011 })
  for (let attempt = 1; attempt <= 5; attempt++) {
    await expect(page.getByText(`Reconnecting, try ${attempt} of 5.`)).toBeVisible()
    await page.clock.fastForward(3000)
  }
  await expect(page.getByText(/Reconnecting, try/)).toHaveCount(0)
  await expect(page.getByText(LOST)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  expect(opened).toHaveLength(6)
  await page.clock.fastForward(30_000)
  expect(opened, 'nobody tries for ever').toHaveLength(6)

  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 1 })
  broken = false
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expect(page.getByText(LOST)).toHaveCount(0)
  await expect(mode('Tuyến 1')).toHaveAttribute('aria-pressed', 'true')
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 2 })
  await expect(mode('Tuyến 2')).toHaveAttribute('aria-pressed', 'true')
})

test('a refusal is shown with its reason and not tried again by itself [spec 4 reconnect] @behindAFront', async ({
  page,
}) => {
  let opened = 0
  await page.clock.install()
  await page.routeWebSocket(`**${LIVE_PATH}`, (socket) => {
    opened++
    void socket.close({ code: 1008, reason: 'Max tenant sessions limit reached!' })
  })
  await page.goto('/devices')
  await expect(page.getByText('The platform refused the connection: Max tenant sessions limit reached!')).toBeVisible()
  await page.clock.fastForward(30_000)
  expect(opened).toBe(1)
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeEnabled()
})

test('the side panel follows who is connected by itself, without asking again [spec 2 dashboard] [spec 4 realtime] @behindAFront', async ({
  page,
  scene,
}) => {
  const device = await scene.device()
  await page.goto('/')
  await page.getByPlaceholder('Search devices...').fill(device.name)
  const row = page.getByRole('complementary').getByRole('button', { name: device.name })
  await expect(row).toContainText('disconnected')
  const lists: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('deviceInfos')) lists.push(request.url())
  })
  await scene.controller(device)
  await expect(row).not.toContainText('disconnected')
  expect(lists).toEqual([])
})
