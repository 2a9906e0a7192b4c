/**
 * @file `npm run test:soak [-- --seconds N] [--controllers N] [name ...]`: runs each soak, or the named ones, for some
 * seconds, and `days` for some controllers of each kind. Prints what was counted and which promises were kept. Exits with 1
 * when one was not. A new soak is a file and a line below.
 */
import { parseArgs } from 'node:util'
import { ATTACKS, type AttackName } from './attacks.ts'
import { printResult, type Soak } from './scene/soakRow.ts'
import { allRounds, watchedKills } from './soaks/allRounds.ts'
import { backup } from './soaks/backup.ts'
import { backupTargets } from './soaks/backupTargets.ts'
import { calendarKills, calendarKillsForeign } from './soaks/calendarKills.ts'
import { city, cityKills } from './soaks/city.ts'
import { clockJumps } from './soaks/clockJumps.ts'
import { conformity } from './soaks/conformity.ts'
import { corridors } from './soaks/corridors.ts'
import { damagedFiles } from './soaks/damagedFiles.ts'
import { days } from './soaks/days.ts'
import { exports } from './soaks/exports.ts'
import { fullDisk } from './soaks/fullDisk.ts'
import { holdsAmidHangs } from './soaks/holdsAmidHangs.ts'
import { kills } from './soaks/kills.ts'
import { losses } from './soaks/losses.ts'
import { slowDisk } from './soaks/slowDisk.ts'
import { survival } from './soaks/survival.ts'
import { underAttack } from './underAttack.ts'

const DEFAULT_SECONDS = '50'
const DEFAULT_CONTROLLERS = '1000'

const soaks: Record<string, Soak> = {
  kills,
  backup,
  backupTargets,
  survival,
  losses,
  fullDisk,
  slowDisk,
  damagedFiles,
  holdsAmidHangs,
  city,
  cityKills,
  calendarKills,
  calendarKillsForeign,
  clockJumps,
  days,
  watchedKills,
  conformity,
  corridors,
  exports,
  allRounds,
  ...Object.fromEntries(Object.keys(ATTACKS).map((name) => [name, underAttack(name as AttackName)])),
}

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: DEFAULT_SECONDS },
    controllers: { type: 'string', default: DEFAULT_CONTROLLERS },
  },
  allowPositionals: true,
})
const seconds = Number(values.seconds)
const controllers = Number(values.controllers)
const unknown = positionals.filter((name) => !(name in soaks))
if (unknown.length > 0 || !(seconds > 0) || !(Number.isSafeInteger(controllers) && controllers > 0)) {
  const names = Object.keys(soaks).join(', ')
  const options = '[--seconds N] [--controllers N]'
  process.stderr.write(`usage: npm run test:soak -- ${options} [name ...]; the names are ${names}\n`)
  process.exitCode = 2
} else {
  let broken = 0
  for (const [name, soak] of Object.entries(soaks)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const result = await soak({ seconds, controllers })
    printResult(name, result)
    broken += result.held.filter(({ kept }) => !kept).length
  }
  process.stdout.write(`\n${broken === 0 ? 'Every promise was held.' : `${broken} promises were not held.`}\n`)
  process.exitCode = broken === 0 ? 0 : 1
}
