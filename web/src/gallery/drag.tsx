/** Cards that are dragged between two columns, and a list that scrolls. */
import { useRef, useState } from 'react'
import { useDrag } from '../components/drag/use_drag.ts'

const CARD_COUNT = 30
const cards = Array.from({ length: CARD_COUNT }, (_, index) => `Card ${index + 1}`)

export function DragPage() {
  const [columns, setColumns] = useState({ 'To do': cards, Done: [] as readonly string[] })
  const [opened, setOpened] = useState('none')
  const board = useRef<HTMLDivElement>(null)
  useDrag(board, {
    source: '.gallery-card',
    target: '.gallery-card, .gallery-column',
    place: (_source, target, { y }) => {
      if (target.classList.contains('gallery-column')) return 'into'
      const { top, height } = target.getBoundingClientRect()
      return y < top + height / 2 ? 'before' : 'after'
    },
    onDrop: (source, target, place) => {
      const name = source.textContent ?? ''
      const to = target.closest<HTMLElement>('.gallery-column')?.dataset.name === 'Done' ? 'Done' : 'To do'
      setColumns(old => {
        const rest = { 'To do': old['To do'].filter(one => one !== name), Done: old.Done.filter(one => one !== name) }
        const index = place === 'into' ? rest[to].length : rest[to].indexOf(target.textContent ?? '')
        return { ...rest, [to]: rest[to].toSpliced(index + (place === 'after' ? 1 : 0), 0, name) }
      })
    },
  })
  return (
    <>
      <output aria-label="Opened">{opened}</output>
      <div ref={board} className="gallery-board">
        {(['To do', 'Done'] as const).map(name => (
          <section key={name} className="gallery-column" aria-label={name} data-name={name}>
            <h2>{name}</h2>
            <ul>
              {columns[name].map(card => (
                <li key={card} className="gallery-card" data-drag-source="">
                  <a
                    href={`#${card}`}
                    onClick={event => {
                      event.preventDefault()
                      setOpened(card)
                    }}
                  >
                    {card}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
