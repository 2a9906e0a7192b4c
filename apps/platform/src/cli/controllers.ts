import { Command } from 'commander'
import { runUntilStopped } from './lifetime.ts'
import { startSimulator } from './simulatorProcess.ts'

/** Passes everything on to the simulator, which has its own flags and help. */
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
