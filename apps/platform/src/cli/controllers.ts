import { Command } from 'commander'
import { runUntilStopped } from './lifetime.ts'
import { startSimulator } from './simulatorProcess.ts'

/**
 * Creates the command `controllers`, which passes everything on to the simulator; the simulator has its own flags and
 * help.
 */
export function controllersCommand(): Command {
  return new Command('controllers')
    .summary('run virtual controllers against any platform')
    .argument('[flags...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (args: readonly string[]) => {
      await runUntilStopped(async () => {
        const simulator = startSimulator(args, 'inherit')
        simulator.ended.then(
          (code) => process.exit(code),
          () => process.exit(1),
        )
        return simulator
      })
    })
}
