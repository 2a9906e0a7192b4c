import type { NavigateOptions } from '@tanstack/react-router'

/** Goes to a page of the console. */
export type GoTo = (target: NavigateOptions) => void
