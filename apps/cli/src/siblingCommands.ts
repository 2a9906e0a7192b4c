import { runUntilStopped } from '@greenwave/client/program/lifetime'
import {
  type SiblingOptions,
  type SiblingProcess,
  startSimulator,
  startWatcher,
} from '@greenwave/client/program/siblingProcess'
import { Command } from 'commander'

/** Creates the command `controllers`. */
export function controllersCommand(): Command {
  return siblingCommand('controllers', 'run virtual controllers against any platform', startSimulator)
}

/** Creates the command `watch`. */
export function watchCommand(): Command {
  return siblingCommand('watch', 'check every junction of a platform, and raise its alarms', startWatcher)
}

/** Creates a command that passes everything on to another program, which has its own flags and help. */
function siblingCommand(
  name: string,
  summary: string,
  start: (args: readonly string[], options: SiblingOptions) => SiblingProcess,
): Command {
  return new Command(name)
    .summary(summary)
    .argument('[flags...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (args: readonly string[]) => {
      await runUntilStopped(async () => {
        const sibling = start(args, { stdin: 'inherit' })
        sibling.ended.then(
          (code) => process.exit(code),
          () => process.exit(1),
        )
        return sibling
      })
    })
}
