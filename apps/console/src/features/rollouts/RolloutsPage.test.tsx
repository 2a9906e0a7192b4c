/** @file The list of changes of many junctions. */
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { startSession } from '../../data/session.ts'
import { testCorridor, testId, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

let stop = () => {}
afterEach(() => stop())

/** Returns a rollout of one junction whose sender may be silent until then. */
function sent(number: number, untilMs: number) {
  const rollout: Rollout = {
    ...{
      kind: 'settings',
      values: {},
      title: `Lê Lợi ${number}`,
      by: { id: 'mai', name: 'mai@signal.vn' },
      why: '',
      at: 1,
    },
    ...{ groupSize: 1, stopAfter: 1, run: 'running', tolerated: 0 },
    sender: { id: 'window', name: 'mai@signal.vn', until: untilMs },
    targets: [{ id: testId(1), was: 'x', state: 'todo' }],
  }
  return {
    ...testCorridor(number, []),
    type: 'rollout',
    additionalInfo: { v: 1, ...rollout },
  }
}

it('says of a change that broke off that nobody is sending it', async () => {
  signInForTest()
  stubSocket()
  stop = startSession()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const rollouts = [sent(1, Date.now() + 30_000), sent(2, Date.now() - 60_000)]
  stubPlatform({ 'GET /api/tenant/assetInfos': testPage(rollouts), 'GET /api/system/info': {} })
  renderConsole('/rollouts')
  const list = await screen.findByRole('list', { name: 'Rollouts' })
  const [first, second] = [...list.children] as [HTMLElement, HTMLElement]
  expect(within(first).queryByText('Not being sent')).toBeNull()
  expect(within(second).getByText('Not being sent')).toBeVisible()
})
