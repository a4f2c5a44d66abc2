//! The texts of the messages in Spanish.

use numsift_model::allowance::Resource;
use numsift_model::lang::Lang;
use numsift_model::money::Points;

use super::message::Message;
use super::{channel, file_size, rules};

#[allow(clippy::too_many_lines)] // A table.
pub(super) fn text(message: &Message) -> String {
    let fixed = match message {
        Message::BadYaml { why } => return format!("No es una configuración de canal: {why}"),
        Message::FileTooLarge { megabytes } => return format!("El archivo supera los {megabytes} MB"),
        Message::NumberCount { least, most } => {
            return format!(
                "Este proyecto admite de {} a {} números por tarea",
                Lang::Es.whole(*least),
                Lang::Es.whole(*most)
            );
        }
        Message::FileRefused(code) => file_refused(code),
        Message::NotEnough { missing } => {
            return format!("Puntos insuficientes: faltan {}", Lang::Es.points(Points(*missing)));
        }
        Message::TooMany { seconds } => {
            return format!("Demasiados intentos; vuelva a intentarlo en {seconds} s");
        }
        Message::PasswordTooShort { least } => {
            return format!("La contraseña necesita al menos {least} caracteres");
        }
        Message::PageRange { most } => {
            return format!("Las páginas empiezan en 1 y tienen de 1 a {most} filas");
        }
        Message::RunSegments { most } => return format!("Una serie tiene de 1 a {most} segmentos"),
        Message::RunCount { most } => {
            return format!("Una serie tiene de 1 a {} números", Lang::Es.whole(*most));
        }
        Message::TooFewLeft { left } => return format!("Aquí solo quedan {} números", Lang::Es.whole(*left)),
        Message::SessionOver => {
            "La sesión ha caducado o la cuenta se ha abierto en otro lugar; inicie sesión de nuevo"
        }
        Message::WrongCredentials => "Usuario o contraseña incorrectos",
        Message::AccountDisabled => "Esta cuenta está desactivada; contacte con soporte",
        Message::UsernameRequired => "Introduzca un nombre de usuario",
        Message::UsernameLength => "El nombre de usuario tiene de 3 a 32 caracteres",
        Message::UsernameCharacter => "El nombre de usuario solo admite letras, dígitos y . _ - @ +",
        Message::UsernameTaken => "Este nombre de usuario ya existe",
        Message::UidRefused => "Este uid no se puede usar",
        Message::PasswordTooLong => "La contraseña es demasiado larga",
        Message::PasswordCommon => "Esta contraseña es demasiado fácil de adivinar; elija otra",
        Message::FillInCompletely => "No se ha cambiado: rellene todos los campos",
        Message::PasswordsDiffer => "No se ha cambiado: la contraseña nueva y la confirmación no coinciden",
        Message::WrongOldPassword => "La contraseña anterior es incorrecta",
        Message::SamePassword => "La contraseña nueva debe ser distinta de la anterior",
        Message::InviteRefused => "El código de invitación no es válido, está agotado o ha caducado",
        Message::PasswordLinkRefused => "Este enlace ya no funciona. Pida uno nuevo al operador.",
        Message::ResultLinkRefused => "Este enlace ya no funciona. Pida uno nuevo a quien se lo envió.",
        Message::SharingOff => "Esta instalación no permite compartir resultados mediante enlaces",
        Message::TooManyResultLinks { most } => {
            return format!("Una tarea puede tener como máximo {most} enlaces");
        }
        Message::TooManySavedFilters { most } => {
            return format!("Puede guardar como máximo {most} filtros por página: elimine uno primero");
        }
        Message::RegistrationClosed => "El registro está cerrado por ahora",
        Message::NotPermitted => "No tiene permiso para hacer esto",
        Message::NotFound => "No se ha encontrado",
        Message::Internal => "Algo ha fallado por nuestra parte; inténtelo más tarde",
        Message::NotJsonAt { line, column } => {
            return format!("La petición no es JSON válido en la línea {line}, columna {column}");
        }
        Message::NotJson => "La petición no es un objeto JSON válido",
        Message::TooManyFields => "El formulario tiene demasiados campos",
        Message::FieldTooLong { bytes } => return format!("Este campo tiene como máximo {bytes} bytes"),
        Message::TooManyCalls => {
            "Hay demasiadas peticiones de esta cuenta en curso; inténtelo de nuevo cuando terminen"
        }
        Message::TooMuchWork => "Requiere demasiado cálculo: pida menos números o segmentos, o excluya menos",
        Message::OverAllowance { resource, most } => return over_allowance(*resource, *most),
        Message::AllowanceRange { most } => return format!("El límite debe estar entre 0 y {most}"),
        Message::BodyTooLarge => "La petición es demasiado grande",
        Message::BodyCutOff => "La petición no ha llegado completa",
        Message::TooDeep => "La petición tiene demasiados niveles",
        Message::NulCharacter => "No puede contener el carácter NUL",
        Message::NotUtf8 => "No es texto UTF-8 válido",
        Message::UnknownField => "Campo desconocido",
        Message::MisspeltField { meant } => return format!("Campo desconocido; ¿quería decir `{meant}`?"),
        Message::NotAList => "Debe ser una lista",
        Message::NotText => "Debe ser un texto entre comillas",
        Message::NotWhole => "Debe ser un número entero",
        Message::NotTrueOrFalse => "Debe ser `true` o `false`",
        Message::NotAnObject => "Debe ser un objeto",
        Message::MissingField => "Este campo es obligatorio",
        Message::WrongValue { why } => return format!("No se puede leer este valor: {why}"),
        Message::Rule(rule) => return rules::es(rule),
        Message::Channel(problem) => return channel::es(problem),
        Message::FieldTwice => "Este campo se ha enviado dos veces",
        Message::UnknownSort => "La lista no se puede ordenar por esta columna",
        Message::PasswordFirst => "Otra persona estableció su contraseña: cámbiela primero",
        Message::AdministratorsOnly => "Solo los administradores pueden cambiar esto",
        Message::OwnRequest => "No puede aprobar su propia solicitud",
        Message::OnePerson => {
            "En los últimos 3 días, una de las dos cuentas (la suya o la de quien lo solicita) fue creada o modificada desde la otra, o ambas por la misma persona: debe aprobarlo otro administrador"
        }
        Message::RequestOver => "Esta solicitud ya se decidió o ha caducado",
        Message::CrossSite => "Se rechazan las llamadas de otros sitios",
        Message::SecondFactorFirst => {
            "Se exige la verificación en dos pasos: actívela primero en la página de seguridad"
        }
        Message::NotWhileSwitched => "No se puede hacer mientras está dentro de otra cuenta",
        Message::OwnAccount => "No se puede hacer con su propia cuenta",
        Message::LastAdministrator => "Debe quedar al menos un administrador activo",
        Message::CannotGrant => "No puede conceder lo que no tiene",
        Message::Outdated => "Otra persona lo ha cambiado entretanto; recargue e inténtelo de nuevo",
        Message::RoleInUse => "El rol está en uso y no se puede borrar",
        Message::NameTaken => "Este nombre ya existe",
        Message::CodeNeeded => "Introduzca el código de su aplicación de autenticación",
        Message::WrongCode => "El código es incorrecto o ya se ha usado",
        Message::SecondFactorOn => "La verificación en dos pasos ya está activada",
        Message::NoSecondFactor => "La verificación en dos pasos aún no está activada",
        Message::WrongPasskey => "No se ha aceptado la llave de acceso; inténtelo de nuevo",
        Message::TooManyPasskeys { most } => {
            return format!("Una cuenta puede tener como máximo {most} llaves de acceso");
        }
        Message::UploadOffset => "La carga continúa en otra posición; envíe la siguiente parte desde ahí",
        Message::FileIncomplete => "Aún no han llegado todas las partes del archivo",
        Message::WrongChecksum => {
            "La parte no tiene la suma de comprobación que se envió con ella; envíela de nuevo"
        }
        Message::BeyondEnd { bytes } => {
            return format!("La parte sobrepasa el final del archivo, que tiene {bytes} bytes");
        }
        Message::FileUnclear => "El archivo se puede leer de varias formas: elija una",
        Message::TooManyParts { most } => {
            return format!(
                "El archivo llegó en demasiadas partes ({most}); envíelo de nuevo en partes más grandes"
            );
        }
        Message::TooManyFiles { most } => {
            return format!(
                "Una cuenta puede tener como máximo {most} archivos subidos sin usar; elimine algunos"
            );
        }
        Message::TooManyUploads { most } => {
            return format!(
                "Una cuenta puede tener como máximo {most} cargas a la vez; termine o cancele una"
            );
        }
        Message::TooManySchedules { most } => {
            return format!("Una cuenta puede tener como máximo {most} programaciones");
        }
        Message::TooManySuppressionLists { most } => {
            return format!("Una cuenta puede tener como máximo {most} listas de exclusión");
        }
        Message::TooManySuppressed { most } => {
            return format!(
                "Una lista de exclusión que modifican los programas puede tener como máximo {most} números"
            );
        }
        Message::TooManyExcluded { most } => {
            return format!("Solo se pueden excluir listas de hasta {most} números: elija una más pequeña");
        }
        Message::PasskeysNeedDomain => {
            "Las llaves de acceso requieren un nombre de dominio: abra la consola por su nombre, no por su dirección"
        }
        Message::WrongPassword => "La contraseña es incorrecta",
        Message::AmountRange => "Un pedido es de 1 a 100.000 USDT, con dos decimales como máximo",
        Message::NoWallet => "Las recargas no están disponibles: no hay monedero de cobro",
        Message::TooManyPending => "Ya tiene tres pedidos pendientes: pague o cancele uno",
        Message::AmountsTaken => "Todos los importes cercanos están en uso; elija otro",
        Message::NoQuota => "Esta cuenta no puede recargar su propio cupo",
        Message::NotATransaction => "El hash de una transacción tiene 64 dígitos hexadecimales",
        Message::NotFinal => "La red aún no conoce esta transacción; inténtelo en un minuto",
        Message::PaysNothing => "Esta transacción no paga USDT a la dirección del pedido",
        Message::AlreadyDecided => "Esta transferencia ya fue tratada",
        Message::AlreadyPaid => "Este pedido ya está pagado: abónelo a la cuenta",
        Message::ReasonRequired => "Indique un motivo",
        Message::AddressCharacter => "La dirección tiene un carácter que no existe en direcciones TRON",
        Message::AddressChecksum => "La dirección está mal escrita: no cuadra la suma de control",
        Message::AddressLength => "Una dirección TRON tiene 34 caracteres",
        Message::AddressNetwork => "No es una dirección de la red TRON",
        Message::NodeSilent => "No se puede acceder a la red por ahora; inténtelo más tarde",
        Message::RequestReused => "Ya se hizo otra petición con el mismo identificador",
        Message::DemoOnly => "Esto solo funciona en la demostración",
        Message::WrongState => "No es posible en su estado actual",
        Message::NotConfirmed => "Confirme que puede tratar esta lista",
        Message::GeneratedNumbers => {
            "Los números generados solo se comprueban aquí (limpieza u operadora); no se envían a proveedores"
        }
        Message::NoSuchList => "No existe esa lista o aún no se puede usar",
        Message::OneCheck => "Este modo admite un solo proyecto",
        Message::CheckCount { most } => return format!("Este modo admite de 2 a {most} proyectos"),
        Message::NoSuchProject { slug, meant: None } => return format!("No existe el proyecto {slug}"),
        Message::NoSuchProject { slug, meant: Some(meant) } => {
            return format!("No existe el proyecto {slug}; ¿quiso decir {meant}?");
        }
        Message::ProjectTwice => "Un proyecto aparece dos veces",
        Message::StepCondition => {
            "Solo una cascada tiene condiciones, y una condición indica un paso anterior junto con sus estados"
        }
        Message::NoChannel => "Ningún canal puede atender este proyecto ahora",
        Message::NoSampleLeft => "Hoy ya no quedan muestras gratuitas",
        Message::NumberTwice => "Un número aparece dos veces",
        Message::NotAnAddressRange => "No es una dirección IP ni un rango como 203.0.113.0/24",
        Message::TooManyKeys { most } => return format!("Una cuenta puede tener {most} claves sin revocar"),
        Message::StorageFull => "No queda espacio para archivos; avise al operador",
        Message::UnknownCountry => "No existe ese país",
        Message::CountryNeeded => "Elija un país o empiece con + y el prefijo internacional",
        Message::UnknownCarrier => "No existe esa operadora",
        Message::CannotTell => "El plan de numeración de este país no distingue móviles de fijos",
        Message::PrefixDigits => "Un prefijo solo tiene cifras, tras un + si es internacional",
        Message::PatternClass => "Una elección de cifras se escribe [0-9] o [135]",
        Message::PatternRepeat => "Una repetición se escribe {4}",
        Message::PatternNothingToRepeat => "No hay nada que repetir delante de {n}",
        Message::PatternCharacter => {
            "Use cifras, ? para cualquier cifra, [0-9] para elegir, {4} para repetir"
        }
        Message::PatternTooLong => "Ningún número tiene tantas cifras",
        Message::PatternEmpty => "Escriba al menos una cifra o ?",
        Message::PlanChanged => "El plan de numeración ha cambiado: estos números ya no se pueden recalcular",
        Message::RunsAtOnce => "Se está creando otra serie de esta cuenta, inténtelo de nuevo",
        Message::NotAUrl => "No es una dirección web, o contiene una contraseña o un fragmento",
        Message::NotHttps => "La dirección debe empezar por https://",
        Message::InternalAddress => "Esta dirección está dentro de una red y no se puede alcanzar",
        Message::TooManyWebhooks { most } => return format!("Una cuenta tiene como máximo {most} webhooks"),
        Message::WebhookOff => "El webhook está desactivado",
        Message::WebhookBusy => "Este mensaje se está enviando, inténtelo de nuevo en un momento",
    };
    fixed.to_owned()
}

/// Why a file cannot be read.
fn file_refused(code: &str) -> &'static str {
    match code {
        "empty" => "El archivo está vacío",
        "not_a_list" => "Esto no es una lista de números",
        "unsupported" => "Tipo de archivo no admitido: use CSV, TXT o XLSX",
        "encrypted" => "El archivo está protegido con contraseña",
        "damaged" => "El archivo está dañado o incompleto",
        "nested_archive" => "No se puede leer un archivo comprimido dentro de otro",
        "unpacks_too_large" => "El archivo comprimido ocupa demasiado al descomprimirse",
        "too_many_parts" => "El archivo tiene demasiadas hojas, filas en una hoja, estilos, cadenas o listas",
        "name_too_long" => "El nombre de una hoja o de un archivo comprimido es demasiado largo",
        "no_such_sheet" => "El libro no tiene esa hoja",
        "unknown_country" => "Ese país no existe",
        "too_many" => "La lista tiene más números de los permitidos aquí: divídala",
        _ => "No se pudo leer el archivo, inténtelo de nuevo",
    }
}

fn over_allowance(resource: Resource, most: i64) -> String {
    match resource {
        Resource::StoredBytes => {
            let size = file_size(most);
            format!(
                "Su límite es de {size} de archivos en total: elimine listas o tareas, o pida más al operador"
            )
        }
        Resource::Lists => format!("Su límite es de {most} lista(s): elimine algunas o pida más al operador"),
        Resource::RunningTasks => {
            format!(
                "Su límite es de {most} tarea(s) en curso: espere a que termine una o pida más al operador"
            )
        }
        Resource::Exports => {
            format!("Su límite es de {most} exportación(es) a la vez: espere a que termine una")
        }
        Resource::ApiKeys => text(&Message::TooManyKeys { most }),
        Resource::Webhooks => text(&Message::TooManyWebhooks { most }),
        Resource::Previews | Resource::Generations => text(&Message::TooManyCalls),
    }
}
