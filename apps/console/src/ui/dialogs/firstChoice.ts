/** Makes this element of a dialog the one that Mantine's trap gives the focus to. */
export function makeFirstChoice(dialog: HTMLElement, element: Element): void {
  for (const first of dialog.querySelectorAll('[data-autofocus]')) first.removeAttribute('data-autofocus')
  element.setAttribute('data-autofocus', 'true')
}
