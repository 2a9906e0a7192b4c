import { EXIT } from '@greenwave/client/program/exitCodes'
import { keepWatcher } from '@greenwave/client/program/keptWatcher'
import { type Running, runUntilStopped } from '@greenwave/client/program/lifetime'
import { startSimulator } from '@greenwave/client/program/siblingProcess'
import { note } from '@greenwave/client/program/terminal'
import { Command } from 'commander'

/** Creates the command `controllers`. */
export function controllersCommand(): Command {
  return siblingCommand('controllers', 'run virtual controllers against any platform', (args) =>
    startSimulator(args, { stdin: 'inherit' }),
  )
}

/** Creates the command `watch`. A watcher that hangs or fails is replaced; one that refuses its settings is not. */
export function watchCommand(): Command {
  return siblingCommand('watch', 'check every junction of a platform, and raise its alarms', (args) =>
    keepWatcher(args, {
      stdin: 'inherit',
      finalCodes: [EXIT.ok, EXIT.usage],
      onEnded: (why, pauseS) => note(`Watcher ${why}; restarting in ${pauseS} s. Junctions are not checked until then`),
    }),
  )
}

/** Creates a command that passes everything on to another program, which has its own flags and help. */
function siblingCommand(
  name: string,
  summary: string,
  start: (args: readonly string[]) => Running & { readonly ended: Promise<number> },
): Command {
  return new Command(name)
    .summary(summary)
    .argument('[flags...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (args: readonly string[]) => {
      await runUntilStopped(async () => {
        const sibling = start(args)
        sibling.ended.then(
          (code) => process.exit(code),
          () => process.exit(1),
        )
        return sibling
      })
    })
}
