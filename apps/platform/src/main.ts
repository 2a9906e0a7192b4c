/** @file The process of a command of the platform. */
import { runProcess } from '@greenwave/client/program/commandProcess'

await runProcess(() => import('./cli/commandLine.ts'))
