import { EXIT } from '@greenwave/client/program/exitCodes'
import { print } from '@greenwave/client/program/terminal'
import { phaseNamesOf, parseSite, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { shownValue } from '@greenwave/controller/checks/ranges'
import { checkAll } from '@greenwave/controller/settingTable/checkAll'
import { describeFinding } from '@greenwave/controller/settingTable/describe'
import { ownLimits } from '@greenwave/coordination/calculators/ownLimits'
import { SETTINGS_FILE_FORMAT } from '@greenwave/transfer/settingsFile'
import { Command } from 'commander'
import { readInputFile, refusalOf } from './inputFile.ts'

const HELP = `
FILE holds a JSON object such as {"Mode": 4, "Vang": 3, "Do_cong": 2, "Pr1_X1": 30, ...}; - reads standard input.
The file of several junctions that "settings export" writes is checked by "settings import FILE" without --apply.
A member gw_site, as on the device, gives its limits and the names of its phases: docs/geometry.md.
Each finding is a line: its level, its check, the attribute, and what is wrong.
Exit code: 0 nothing found, 1 something found, 2 the file cannot be read or is no JSON object.`

/** Creates the command `check`. */
export function checkCommand(): Command {
  return new Command('check')
    .summary('check the settings of a controller')
    .description(
      "Checks a controller's shared attributes: ranges, conflicting greens, clearance times, cycle, schedule.",
    )
    .argument('<FILE>', 'JSON object of shared attributes')
    .addHelpText('after', HELP)
    .action(async (file: string) => {
      const attributes = await readAttributes(file)
      const { site, odd } = parseSite(attributes[SITE_KEY])
      const findings = checkAll(attributes, undefined, ownLimits(site))
      for (const { field, value } of odd) {
        print(
          `warning ${[SITE_KEY, field].filter(Boolean).join(' ')}: ${shownValue(value)} makes no sense here and is left out`,
        )
      }
      const names = phaseNamesOf(site)
      for (const finding of findings) {
        print(`${finding.level} ${finding.check} ${finding.field}: ${describeFinding(finding, names)}`)
      }
      process.exitCode = findings.length + odd.length === 0 ? EXIT.ok : EXIT.failed
    })
}

/** Reads a JSON object of shared attributes. @throws {CommandFailed} with what is wrong with the file */
async function readAttributes(file: string): Promise<Record<string, unknown>> {
  const refuse = refusalOf(file)
  const content = await readInputFile(file)
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw refuse(`is no JSON (${error instanceof Error ? error.message : String(error)})`, error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
    throw refuse(`holds ${kind}; an object of shared attributes is needed, such as {"Mode": 4}`)
  }
  const attributes = value as Record<string, unknown>
  // All its values would be passed over, and its dangers with them.
  if (attributes.format === SETTINGS_FILE_FORMAT)
    throw refuse('has the settings of several junctions; "settings import FILE" without --apply checks them')
  return attributes
}
