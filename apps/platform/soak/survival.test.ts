import { expect, test } from 'vitest'
import { surviveKills } from './soaks/survival.ts'

/** One of the platform, one of the backup, one of an upgrade. */
const KILLS = 3

test('nothing is lost, torn or left when platform, backup and upgrade are killed', async () => {
  const { held } = await surviveKills(KILLS)
  expect(held.filter(({ kept }) => !kept)).toEqual([])
})
