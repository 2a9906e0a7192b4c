import type { ControllerAttempts } from '@greenwave/contract/wire/attempts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { device, stubDevice } from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { publishLine } from './AccessStep.tsx'
import { ConnectionStep } from './ConnectionStep.tsx'

beforeEach(() => {
  stubDevice({})
})

const show = (attempts: ControllerAttempts | null) =>
  renderPart(<ConnectionStep deviceId={device.id.id} attempts={attempts} onOpen={undefined} />)

it('says on a platform without a log what cannot be known there', async () => {
  show(null)
  expect(await screen.findByText(/^This platform keeps no log of refused connections/)).toBeVisible()
  const states = screen.getAllByRole('listitem').map((step) => step.dataset.state)
  expect(states.filter((state) => state === 'unknown')).not.toEqual([])
})

it('names a client that has the right client id only, and what to type', async () => {
  const seen = { address: '10.0.0.7', firstMs: 1, atMs: Date.now(), count: 3 }
  show({
    ...{ atMs: Date.now(), sinceMs: 1, isConnected: false, attempts: [], strangers: [] },
    listens: { host: '0.0.0.0', mqtt: 1883, mqtts: null },
    unknown: [{ clientId: 'tlc-7', isClientIdRight: true, userName: 'other', ...seen }],
  })
  expect(await screen.findByText(/^Right client ID, wrong username .* from 10\.0\.0\.7 \(3×\)\.$/)).toBeVisible()
  expect(screen.getByText('Type the username as shown under Credentials.')).toBeVisible()
})

it('quotes the command for a shell, whatever the password holds', () => {
  const line = publishLine({ host: 'h', port: 8883, isTls: true, clientId: '', userName: 'a b', password: "it's" })
  expect(line).toContain("mosquitto_pub -h h -p 8883 --cafile ca.pem -u 'a b' -P 'it'\\''s' -q 1")
})
