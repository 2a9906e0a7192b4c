/** @file The process of a command of the platform. */
import { runProcess } from '@greenwave/client/program/commandLine'

await runProcess(() => import('./cli/commandLine.ts'))
