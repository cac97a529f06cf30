import { Modal } from '@mantine/core';
import { BINDINGS, K, LAYER_TITLES, layerOf, useAwakeBindings, type KeyLayer } from '../../shared/keys';

/** The `?` sheet: what every key does on this page, drawn from the registry. */
export default function HelpSheet({ onClose }: { onClose: () => void }) {
  const awake = useAwakeBindings();
  const layers = (Object.keys(LAYER_TITLES) as KeyLayer[]).filter((layer) =>
    awake.some((id) => layerOf(id) === layer),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keys of this page"
      size={layers.length > 2 ? 'xl' : 'md'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="keysheet">
        {layers.map((layer) => (
          <section key={layer}>
            <h3>{LAYER_TITLES[layer]}</h3>
            {BINDINGS.filter((b) => b.layer === layer && awake.includes(b.id)).map((b) => (
              <div key={b.id} className="keyrow">
                <span>{b.label}</span>
                <K id={b.id} />
              </div>
            ))}
          </section>
        ))}
      </div>
      <p className="f12 t3">
        Letters rest while you write in a text field. Change or switch off keys under your profile.
      </p>
    </Modal>
  );
}
