/** Texts of displays and control, in the chosen language. */
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { type Control, type DisplayStyle, parseDisplayStyle } from '@greenwave/controller/display'
import { useTexts } from '../texts/useTexts.ts'

interface DisplayWords {
  readonly styleText: (style: DisplayStyle) => string
  /** Returns the text of a value of an attribute; undefined for one that is neither a style nor a kind of control. */
  readonly valueText: (value: unknown) => string | undefined
  /** Returns the kind of control, with the limits of its greens where they are known. */
  readonly controlText: (control: Control) => string
}

/** Returns functions for the texts of displays and control. */
export function useDisplayWords(): DisplayWords {
  const t = useTexts('device')

  function styleText(style: DisplayStyle): string {
    const { flash } = style
    return flash > 0 ? t('displays.flashes', { style: countedText(style), flash }) : countedText(style)
  }

  function countedText(style: DisplayStyle): string {
    if (style.kind !== 'last') return t(`displays.${style.kind}`)
    const { seconds, filler } = style
    if (filler === 0) return t('displays.lastHidden', { seconds })
    return filler === 1 ? t('displays.last', { seconds }) : t('displays.lastFiller', { seconds, filler })
  }

  return {
    styleText,
    valueText(value) {
      if (value === 'fixed' || value === 'actuated') return t(`displays.${value}`)
      const style = typeof value === 'string' ? parseDisplayStyle(value) : undefined
      return style && styleText(style)
    },
    controlText(control) {
      if (control.kind === 'fixed') return t('displays.fixed')
      const greens = PHASES.flatMap((phase) => {
        const limits = ofPhase(control.greens, phase)
        return limits ? [t('displays.green', { phase, ...limits })] : []
      })
      return [t('displays.actuated'), ...greens].join(', ')
    },
  }
}
