/** Whether this browser should read what may never be opened: not where data is saved, and not while the page is hidden. */
export function isReadingAheadAllowed(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  return !document.hidden && connection?.saveData !== true
}
