import type { MessagesOf } from '../messages';

export const setup: MessagesOf<'setup'> = {
  description: 'Lo primero que hay que configurar. El servidor comprueba cada paso.',
  list: 'Pasos de la puesta en marcha',
  progress: '{{done}} de {{total}} pasos hechos',
  complete: 'Todo está configurado',
  done: 'Hecho',
  open: 'Pendiente',
  dismiss: 'Ocultar del panel',
  show: 'Mostrar en el panel',
  card: 'Ponga en marcha su instalación',
  next: 'Siguiente:',
  all: 'Todos los pasos',
  credit_only: 'Sin recargas de clientes',
  keep_one: 'Conservar {{count}} día',
  keep_other: 'Conservar {{count}} días',
  keep_many: 'Conservar {{count}} de días',
  hidden_one: '{{count}} proyecto no tiene canal. Los clientes no lo ven.',
  hidden_other: '{{count}} proyectos no tienen canal. Los clientes no los ven.',
  hidden_many: '{{count}} de proyectos no tienen canal. Los clientes no los ven.',
  steps: {
    brand: {
      title: 'Nombre y logotipo',
      text: 'Los clientes los ven en la página de inicio de sesión y sobre el menú.',
      action: 'Abrir los ajustes del sistema',
    },
    second_factor: {
      title: 'Su segundo factor',
      text: 'Proteja esta cuenta de administrador con una aplicación de autenticación o una llave de acceso.',
      action: 'Abrir la seguridad de la cuenta',
    },
    payment: {
      title: 'Forma de pago',
      text: 'Configure un monedero de cobro; el servidor debe llegar al nodo de la cadena. O elija que el personal abone todos los saldos.',
      action: 'Abrir la configuración de monederos',
    },
    channel: {
      title: 'Primer canal',
      text: 'Añada y active un canal a un proveedor al que llegue el servidor.',
      action: 'Abrir la configuración de canales',
    },
    prices: {
      title: 'Precios',
      text: 'Al menos un proyecto tiene precio y un canal que puede responderlo.',
      action: 'Abrir la gestión de proyectos',
    },
    retention: {
      title: 'Periodo de retención',
      text_one: 'Los resultados se borran después de {{count}} día.',
      text_other: 'Los resultados se borran después de {{count}} días.',
      text_many: 'Los resultados se borran después de {{count}} de días.',
      action: 'Abrir los ajustes del sistema',
    },
    backup: {
      title: 'Copia de seguridad',
      text: 'Ejecute este comando en el servidor, mejor cada día. La última copia no debe tener más de 7 días.',
      action: 'Abrir el estado del sistema',
    },
  },
};
