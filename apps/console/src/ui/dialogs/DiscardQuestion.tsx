import { Button, Group, Stack } from '@mantine/core'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hasSession } from '../../data/keptForm.ts'
import { useTexts } from '../../texts/useTexts.ts'

export interface DiscardQuestionProps {
  onKeep: () => void
  onDiscard: () => void
}

/** In the place of a form that is about to be left with something typed in it. The focus is on what loses nothing. */
export function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  const t = useTexts('common')
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <Stack gap="md" role="alertdialog" aria-label={t('discardQuestion')}>
      <p>{t('discardQuestion')}</p>
      <Group justify="flex-end" gap="xs">
        <Button ref={keep} variant="default" onClick={onKeep}>
          {t('keepEditing')}
        </Button>
        <Button color="bad" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Stack>
  )
}

interface Step {
  readonly action: string
  readonly current: { readonly pathname: string }
  readonly next: { readonly pathname: string }
}

/** Returns whether a step of the router goes away from what is typed. A session that ended goes its way. */
export function leavesPage({ action, current, next }: Step): boolean {
  const isLeaving = action !== 'REPLACE' && (action !== 'PUSH' || current.pathname !== next.pathname)
  return isLeaving && hasSession()
}

/** Holds the browser's Back, and any way to another page, while something is typed. */
export function HoldBack({ onHeld }: { onHeld: () => void }) {
  const router: unknown = useRouter({ warn: false })
  return router ? <Hold onHeld={onHeld} /> : null
}

function Hold({ onHeld }: { onHeld: () => void }) {
  useBlocker({
    shouldBlockFn: (step) => {
      if (!leavesPage(step)) return false
      onHeld()
      return true
    },
    enableBeforeUnload: false,
  })
  return null
}
